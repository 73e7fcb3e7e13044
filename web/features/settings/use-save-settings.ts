import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../lib/toast.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import { useLogout } from '../../lib/use-logout.ts'
import { call } from '../../lib/api.ts'
import type { SettingsValues } from './settings-form.ts'

/** Saves the settings and then logs the user out. `saving` is true until the logout is complete. */
export const useSaveSettings = (onRefused: (error: unknown) => void) => {
  const queries = useQueryClient()
  const logout = useLogout({ leadsBack: true })
  const save = useMutation({
    mutationFn: (values: SettingsValues) => call('updateSettings', values),
    onSuccess: (settings) => {
      queries.setQueryData(settingsQuery.queryKey, settings)
      toast.success('Settings updated successfully!')
      // These toasts stay until the user closes them. The logout distracts the user, and no other screen shows a
      // warning about the mode that is not in use.
      for (const warning of settings.warnings ?? [])
        toast.warning('Settings saved with a warning', {
          description: warning,
          duration: Infinity,
          closeButton: true,
        })
      logout.mutate()
    },
    onError: onRefused,
  })
  return { save: save.mutate, saving: save.isPending || save.isSuccess }
}
