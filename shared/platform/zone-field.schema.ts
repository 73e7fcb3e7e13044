import * as z from 'zod/mini'
import { isZone } from './zone.ts'

export const Zone = z.string().check(z.maxLength(60), z.refine(isZone, 'Must be a time zone'))

export const usualZone = 'Europe/London'
