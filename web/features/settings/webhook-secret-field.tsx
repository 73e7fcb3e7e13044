import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { useCopy } from '../../lib/use-copy.ts'
import { useLiveSecret } from '../../lib/use-live-secret.ts'
import { secretMask } from '../../../shared/settings/secret-mask.ts'
import { useSettingsForm } from './settings-form.ts'

/** The key of the mutation that replaces a webhook secret. While it runs, the field still shows the old secret. */
export const rotationKey = ['rotate-webhook-secret'] as const

type Props = { readonly name: 'demoWebhookSecret' | 'liveWebhookSecret'; readonly label: string }

export const WebhookSecretField = ({ name, label }: Props) => {
  const { register, setValue, getFieldState, formState, control } = useSettingsForm()
  const secret = useWatch({ control, name })
  const { copy } = useCopy()
  const live = useLiveSecret()
  const isMasked = secret === secretMask
  const copyWhole = async () => copy(isMasked ? (live.data ?? (await live.mutateAsync())) : secret)
  const rotate = useMutation({
    mutationKey: rotationKey,
    mutationFn: () => call('newWebhookSecret', {}),
    onSuccess: (fresh) => {
      setValue(name, fresh.secret, { shouldDirty: true, shouldValidate: true })
      toast.success('Webhook secret rotated successfully!')
    },
    onError: toastFailure('Failed to rotate webhook secret'),
  })
  const { error, isDirty } = getFieldState(name, formState)
  return (
    <Field
      label={label}
      // The smaller font lets a phone show the whole secret.
      className="max-sm:[&_input]:text-xs sm:col-span-2"
      hint={
        <>
          Unique key used to verify the origin of the webhook
          {isMasked && live.data && (
            <>
              {'. The secret is '}
              <code className="break-all text-ink select-all">{live.data}</code>
            </>
          )}
          {isDirty && <strong className="font-medium text-warn"> · not saved yet</strong>}
        </>
      }
      readOnly={rotate.isPending}
      autoComplete="off"
      spellCheck={false}
      error={error?.message}
      aside={
        <>
          <Button
            kind="quiet"
            className="h-10 px-3"
            aria-label={`Copy ${label}`}
            disabled={!secret || live.isPending}
            onClick={() => void copyWhole().catch(() => undefined)}
          >
            Copy
          </Button>
          <Tooltip text="Creates a new secret. It takes effect when you save your settings">
            <Button
              kind="quiet"
              className="h-10 px-3"
              aria-label={`Rotate ${label}`}
              disabled={rotate.isPending || formState.isSubmitting}
              onClick={() => rotate.mutate()}
            >
              Rotate
            </Button>
          </Tooltip>
        </>
      }
      {...register(name)}
    />
  )
}
