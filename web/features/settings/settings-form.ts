import { useFormContext } from 'react-hook-form'
import * as z from 'zod/mini'
import { contract, type RequestOf } from '../../../shared/contract.ts'
import { secretMask, type UserSettings } from '../../../shared/settings.ts'

export type SettingsValues = RequestOf<'updateSettings'>

const maskedFields = ['liveApiKey', 'livePassword'] as const

/** Typing into a mask leaves some of it beside the new characters; that is nobody's secret. */
const maskIsWhole = (field: (typeof maskedFields)[number]) =>
  z.refine<SettingsValues>(
    (values) => values[field] === secretMask || !values[field]?.includes(secretMask.charAt(0)),
    {
      error: 'Clear this field before you type a new value',
      path: [field],
    },
  )

export const SettingsForm = contract.updateSettings.request.check(...maskedFields.map(maskIsWhole))

/** What of the settings is saved by the form; the rest only comes with the answer. */
export const formValues = ({ tradingPause: _, warnings: __, ...values }: UserSettings): SettingsValues =>
  values

export const webhookSecretsDiffer = (one: SettingsValues, other: SettingsValues) =>
  one.demoWebhookSecret !== other.demoWebhookSecret || one.liveWebhookSecret !== other.liveWebhookSecret

export const useSettingsForm = () => useFormContext<SettingsValues>()

/** An empty text field is sent as null. */
export const emptyAsNull = { setValueAs: (text: string | null) => text || null }
