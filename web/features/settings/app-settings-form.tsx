import { followingStored } from '../../lib/following-stored.ts'
import { Form } from '../../components/form.tsx'
import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { toast } from '../../lib/toast.ts'
import type { AppSettings } from '../../../shared/accounts/user.schema.ts'
import { Card } from '../../components/card.tsx'
import { Note } from '../../components/note.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { requestResolver } from '../../lib/schema-resolver.ts'
import { useLogout } from '../../lib/use-logout.ts'

const switches = [
  {
    name: 'allowUserRegistration',
    label: 'Allow user registration',
    hint: 'Anyone who can open this site can create an account',
  },
  {
    name: 'allowMultipleAdmins',
    label: 'Allow multiple admins',
    hint: 'More than one user can be an admin',
  },
] as const

export const AppSettingsForm = ({ appSettings }: { readonly appSettings: AppSettings }) => {
  const form = useForm<AppSettings>({
    resolver: requestResolver('updateAppSettings'),
    ...followingStored(appSettings),
  })
  const logout = useLogout({ leadsBack: true })
  const save = useMutation({
    mutationFn: (values: AppSettings) => call('updateAppSettings', values),
    onSuccess: () => {
      toast.success('App settings updated successfully!')
      logout.mutate()
    },
    onError: toastFailure('Failed to update app settings'),
  })
  const saving = save.isPending || save.isSuccess
  return (
    <Form form={form} onSend={save.mutate}>
      <fieldset disabled={saving} className="min-w-0">
        <Card>
          {switches.map(({ name, label, hint }) => (
            <Controller
              key={name}
              name={name}
              control={form.control}
              render={({ field, fieldState }) => (
                <div className="grid gap-1.5">
                  <SwitchField label={label} hint={hint} checked={field.value} onChange={field.onChange} />
                  {fieldState.error && <p className="text-sm text-bad">{fieldState.error.message}</p>}
                </div>
              )}
            />
          ))}
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            <Note>You will be logged out after updating app settings.</Note>
            <SubmitButton busy={saving || form.formState.isSubmitting}>Update settings</SubmitButton>
          </div>
        </Card>
      </fieldset>
    </Form>
  )
}
