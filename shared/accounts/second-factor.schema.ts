import * as z from 'zod/mini'

/** How someone proved who they are. Whatever is not the password is a second factor, or takes the place of one. */
const proofs = ['password', 'totp', 'recovery-code', 'passkey'] as const
export type Proof = (typeof proofs)[number]

/** Seconds. */
export const proofLimits = {
  /** An identity check counts for this long. */
  fresh: 10 * 60,
  /** Between the password and the second factor. */
  ticket: 5 * 60,
  /** Between a challenge and the passkey’s answer. */
  challenge: 5 * 60,
  /** Between the key of an authenticator app and its first code. */
  setup: 10 * 60,
} as const

export const recoveryCodeCount = 10
export const mostPasskeys = 10

/** The ways in which this user can confirm their identity. */
export const Proving = z.object({ password: z.boolean(), totp: z.boolean(), passkey: z.boolean() })
export type Proving = z.infer<typeof Proving>

/** The password was right, and is not enough. */
export const SecondFactorAsked = z.object({ secondFactor: Proving })

/** Six digits of an authenticator app, or a recovery code, as typed. */
export const FactorCode = z
  .string('Code is required')
  .check(z.trim(), z.minLength(1, 'Code is required'), z.maxLength(60, 'Code is too long'))

/** What a browser’s `navigator.credentials` gave, as JSON text: its field names are WebAuthn’s, not ours. */
export const PasskeyAnswer = z.string().check(z.minLength(2), z.maxLength(20_000))

export const PasskeyName = z
  .string('Name is required')
  .check(
    z.trim(),
    z.minLength(1, 'Name is required'),
    z.maxLength(60, 'Name must be at most 60 characters'),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Name must be a single line of text'),
  )

const instant = z.iso.datetime()

/** One’s second factors and sessions. */
export const Security = z.object({
  /** Whether this deployment asks for a second factor for LIVE and for administration. */
  required: z.boolean(),
  totp: z.nullable(z.object({ since: instant })),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), since: instant, lastUsedAt: z.nullable(instant) }),
  ),
  recoveryCodes: z.number(),
  sessions: z.array(
    z.object({
      id: z.string(),
      isThis: z.boolean(),
      /** "Firefox on Windows". */
      device: z.string(),
      /** The network it began from: 203.0.113.0/24. */
      network: z.nullable(z.string()),
      since: instant,
      /** Within a quarter of an hour. */
      lastUsedAt: instant,
      provedBy: z.enum(proofs),
    }),
  ),
})
export type Security = z.infer<typeof Security>

/** Shown this once; null if there are some already. */
export const RecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })
