import * as z from 'zod/mini'
import { credential } from './settings.schema.ts'
import { Mode } from '../accounts/user.schema.ts'

/**
 * The credentials in the form, saved or not. The mask means the saved value. The account ID is missing, because
 * the connection test finds the accounts.
 */
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
  /** The account's type as text, such as "spread bet". */
  type: z.string(),
  currency: z.nullable(z.string()),
  isDefault: z.boolean(),
  /** Why Signalpost can't trade on the account; null if it can. */
  problem: z.nullable(z.string()),
})
export type AccountFound = z.infer<typeof AccountFound>

/** Requests that IG accepts per minute. */
const KeyAllowances = z.object({ perAccount: z.number(), perKey: z.number(), orders: z.number() })
export type KeyAllowances = z.infer<typeof KeyAllowances>

export const ConnectionFindings = z.object({
  outcome: z.enum(['CONNECTED', 'REFUSED', 'UNREACHABLE']),
  /** IG's answer, as a sentence without a full stop. */
  says: z.string(),
  /** What the user can do about a problem; null if there is none. */
  remedy: z.nullable(z.string()),
  /** IG's own code. */
  code: z.nullable(z.string()),
  /** The accounts of these credentials, the default account first. */
  accounts: z.array(AccountFound),
  /** Null if IG does not report the allowances. */
  allowances: z.nullable(KeyAllowances),
})
export type ConnectionFindings = z.infer<typeof ConnectionFindings>
