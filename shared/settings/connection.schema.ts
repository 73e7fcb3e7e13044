import * as z from 'zod/mini'
import { credential } from './settings.schema.ts'
import { Mode } from '../accounts/user.schema.ts'

/** What stands in the form, saved or not; the mask stands for what is saved. No account ID: it is what is looked for. */
export const ConnectionTest = z.object({
  mode: Mode,
  username: credential,
  password: credential,
  apiKey: credential,
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

const AccountFound = z.object({
  accountId: z.string(),
  name: z.nullable(z.string()),
  /** In words, e.g. "spread bet". */
  type: z.string(),
  currency: z.nullable(z.string()),
  isDefault: z.boolean(),
  /** Why Signalpost cannot trade on it; null if it can. */
  problem: z.nullable(z.string()),
})
export type AccountFound = z.infer<typeof AccountFound>

/** Requests that IG takes in a minute. */
const KeyAllowances = z.object({ perAccount: z.number(), perKey: z.number(), orders: z.number() })
export type KeyAllowances = z.infer<typeof KeyAllowances>

export const ConnectionFindings = z.object({
  outcome: z.enum(['CONNECTED', 'REFUSED', 'UNREACHABLE']),
  /** What IG says, as a sentence without its full stop. */
  says: z.string(),
  /** What to do about it; null if all is well. */
  remedy: z.nullable(z.string()),
  /** IG's own code. */
  code: z.nullable(z.string()),
  /** The default account first. */
  accounts: z.array(AccountFound),
  /** Null if IG does not say. */
  allowances: z.nullable(KeyAllowances),
})
export type ConnectionFindings = z.infer<typeof ConnectionFindings>
