import * as z from 'zod/mini'
import { SettingsUpdate } from '../../../shared/settings/settings.schema.ts'
import { secretMask } from '../../../shared/settings/secret-mask.ts'
import type { SettingsValues } from './settings-form.ts'

const maskedFields = ['liveApiKey', 'livePassword'] as const

/** Rejects a value that contains part of the mask. The user has then typed into the mask instead of replacing it. */
const maskIsWhole = (field: (typeof maskedFields)[number]) =>
  z.refine<SettingsValues>(
    (values) => values[field] === secretMask || !values[field]?.includes(secretMask.charAt(0)),
    {
      error: 'Clear this field before entering a new value',
      path: [field],
    },
  )

/** Validates all settings, and rejects mistakes that are only possible in a form. */
export const SettingsForm = SettingsUpdate.check(...maskedFields.map(maskIsWhole))
