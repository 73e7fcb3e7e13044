import { type FieldPathByValue, useFormContext } from 'react-hook-form'
import type { SettingsUpdate, UserSettings } from '../../../shared/settings/settings.schema.ts'

export type SettingsValues = SettingsUpdate

/** The fields whose values are of this type. */
export type NameOf<Value> = FieldPathByValue<SettingsValues, Value>

/** What of the settings is saved by the form; the rest only comes with the answer. */
export const formValues = ({
  tradingPause: _,
  fullStop: __,
  isPaper: ___,
  warnings: ____,
  ...values
}: UserSettings): SettingsValues => values

export const webhookSecretsDiffer = (one: SettingsValues, other: SettingsValues) =>
  one.demoWebhookSecret !== other.demoWebhookSecret || one.liveWebhookSecret !== other.liveWebhookSecret

/** The credentials that IG asks for. */
export const liveCredentialsSame = (one: SettingsValues, other: SettingsValues) =>
  (['liveApiKey', 'liveUsername', 'livePassword', 'liveAccountId'] as const).every(
    (name) => one[name] !== null && one[name] === other[name],
  )

export const useSettingsForm = () => useFormContext<SettingsValues>()

/** An empty text field is sent as null. */
export const emptyAsNull = { setValueAs: (text: string | null) => text || null }
