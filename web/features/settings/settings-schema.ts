import * as z from 'zod/mini'
import { SettingsUpdate } from '../../../shared/settings/settings.schema.ts'
import { secretMask } from '../../../shared/settings/secret-mask.ts'
import type { SettingsValues } from './settings-form.ts'

const maskedFields = ['liveApiKey', 'livePassword'] as const

/** Typing into a mask leaves some of it next to the new characters; that is no secret of anyone’s. */
const maskIsWhole = (field: (typeof maskedFields)[number]) =>
  z.refine<SettingsValues>(
    (values) => values[field] === secretMask || !values[field]?.includes(secretMask.charAt(0)),
    {
      error: 'Clear this field before entering a new value',
      path: [field],
    },
  )

/** All settings, and what only a form can get wrong. */
export const SettingsForm = SettingsUpdate.check(...maskedFields.map(maskIsWhole))
