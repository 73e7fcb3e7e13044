import { followingStored } from '../../lib/following-stored.ts'
import { Form } from '../../components/form.tsx'
import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { Card } from '../../components/card.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Note } from '../../components/note.tsx'
import { LeavingGuard } from '../../components/leaving-guard.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { takeProposedRules } from '../../lib/proposed-rules.ts'
import { showFieldErrors, toastFailure } from '../../lib/failures.ts'
import { schemaResolver } from '../../lib/schema-resolver.ts'
import { CredentialsBlock } from './credentials-block.tsx'
import { loadWhenOpen } from '../../components/load-when-open.tsx'
import { ModeChoice } from './mode-choice.tsx'
import {
  formValues,
  liveCredentialsSame,
  type SettingsValues,
  webhookSecretsDiffer,
} from './settings-form.ts'
import { RuleOrder } from './rule-order.tsx'
import { TradingRules } from './trading-rules.tsx'
import { rotationKey } from './webhook-secret-field.tsx'
import { useFocusedSetting } from '../../lib/use-focused-setting.ts'
import { useSaveSettings } from './use-save-settings.ts'

const GoingLive = loadWhenOpen(async () => (await import('./going-live.tsx')).GoingLive)

const settingsResolver = schemaResolver(async () => (await import('./settings-schema.ts')).SettingsForm)

export const SettingsEditor = ({ settings }: { readonly settings: UserSettings }) => {
  const stored = formValues(settings)
  const form = useForm<SettingsValues>({
    resolver: settingsResolver,
    ...followingStored(stored),
  })
  // If the user comes from the What if page with changed rules, the form shows them so that the user can save or
  // discard them.
  const { setValue } = form
  useEffect(() => {
    for (const [name, value] of Object.entries(takeProposedRules() ?? {}))
      setValue(name as keyof SettingsValues, value, { shouldDirty: true })
  }, [setValue])
  const place = useRef<HTMLFormElement>(null)
  useFocusedSetting(place)
  /** Whether the dialog about changed webhook secrets is open. */
  const [asking, setAsking] = useState(false)
  /** The settings that are saved once the user has confirmed trading with real money. */
  const [going, setGoing] = useState<SettingsValues | null>(null)
  const { save, saving } = useSaveSettings((error) => {
    showFieldErrors(form, error)
    toastFailure('Failed to update settings')(error)
  })
  const rotating = useIsMutating({ mutationKey: rotationKey }) > 0
  const submit = (values: SettingsValues) =>
    values.mode === 'LIVE' && stored.mode !== 'LIVE' ? setGoing(values) : proceed(values)
  const proceed = (values: SettingsValues) => {
    setGoing(null)
    return webhookSecretsDiffer(values, stored) ? setAsking(true) : save(values)
  }
  const confirm = () => {
    setAsking(false)
    // The form's values are read again, because fields that the user did not touch may have changed while the dialog
    // was open.
    void form.handleSubmit((values) => save(values))()
  }
  return (
    <>
      <Form form={form} onSend={submit} ref={place}>
        <fieldset disabled={saving} className="grid min-w-0 gap-4">
          <Groups />
          <div className="bottom-0 z-10 -mx-4 md:sticky flex flex-wrap items-center justify-between gap-3 border-t border-line bg-ground px-4 py-3">
            <Note>You will be logged out after updating your settings.</Note>
            <SubmitButton busy={saving || form.formState.isSubmitting} disabled={rotating}>
              Update settings
            </SubmitButton>
          </div>
        </fieldset>
      </Form>
      <GoingLive
        open={going !== null}
        values={going}
        areStored={going !== null && liveCredentialsSame(going, stored)}
        onCancel={() => setGoing(null)}
        onConfirm={() => going && proceed(going)}
      />
      <LeavingGuard when={form.formState.isDirty && !saving} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Update webhook secret"
        description={
          <p>
            This update changes a webhook secret. After the rotation, you must also update the secret in the
            webhook body of every alert in TradingView. Alerts with the old secret will be refused.
          </p>
        }
        confirm="Yes, I understand"
        onConfirm={confirm}
      />
    </>
  )
}

/** The settings in their groups. `data-setting` names a group, so that a link can lead to it. */
const Groups = () => (
  <>
    <Card title="Trading rules" description="Checks an alert must pass before it becomes an order.">
      <div data-setting="tradingRules">
        <TradingRules />
      </div>
      <div>
        <RuleOrder />
      </div>
    </Card>
    <Card title="Mode">
      <div data-setting="mode">
        <ModeChoice />
      </div>
    </Card>
    <Card
      title="IG credentials"
      description="The IG account that alerts trade on in each mode. Live passwords and API keys are never shown after you save them."
    >
      <div data-setting="credentials" className="grid gap-4">
        <CredentialsBlock mode="DEMO" />
        <CredentialsBlock mode="LIVE" />
      </div>
    </Card>
  </>
)
