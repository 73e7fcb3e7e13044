import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../lib/toast.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import { useLogout } from '../../lib/use-logout.ts'
import { call } from '../../lib/api.ts'
import type { SettingsValues } from './settings-form.ts'

/** Saves, then signs the user out. Busy until that is done, too. */
export const useSaveSettings = (onRefused: (error: unknown) => void) => {
  const queries = useQueryClient()
  const logout = useLogout({ leadsBack: true })
  const save = useMutation({
    mutationFn: (values: SettingsValues) => call('updateSettings', values),
    onSuccess: (settings) => {
      queries.setQueryData(settingsQuery.queryKey, settings)
      toast.success('Settings updated successfully!')
      // These alone do not close after four seconds: logging out is what one checks now, and for the mode that is not
      // in use no screen says it again.
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
