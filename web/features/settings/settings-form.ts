import { type FieldPathByValue, useFormContext } from 'react-hook-form'
import type { SettingsUpdate, UserSettings } from '../../../shared/settings/settings.schema.ts'

export type SettingsValues = SettingsUpdate

/** The names of the fields with values of this type. */
export type NameOf<Value> = FieldPathByValue<SettingsValues, Value>

/** Returns the settings that the form saves, without those that are read-only. */
export const formValues = ({
  tradingPause: _,
  fullStop: __,
  isPaper: ___,
  warnings: ____,
  ...values
}: UserSettings): SettingsValues => values

export const webhookSecretsDiffer = (one: SettingsValues, other: SettingsValues) =>
  one.demoWebhookSecret !== other.demoWebhookSecret || one.liveWebhookSecret !== other.liveWebhookSecret

/** Whether both settings have the same complete LIVE credentials. */
export const liveCredentialsSame = (one: SettingsValues, other: SettingsValues) =>
  (['liveApiKey', 'liveUsername', 'livePassword', 'liveAccountId'] as const).every(
    (name) => one[name] !== null && one[name] === other[name],
  )

export const useSettingsForm = () => useFormContext<SettingsValues>()

/** Sends an empty text field as null. */
export const emptyAsNull = { setValueAs: (text: string | null) => text || null }
