import * as z from 'zod/mini'

/** Ways to prove one's identity. All except the password are second factors or replace a second factor. */
const proofs = ['password', 'totp', 'recovery-code', 'passkey'] as const
export type Proof = (typeof proofs)[number]

/** Time limits in seconds. */
export const proofLimits = {
  /** How long an identity check is valid. */
  fresh: 10 * 60,
  /** Maximum time between the password and the second factor. */
  ticket: 5 * 60,
  /** Maximum time between a challenge and the passkey’s answer. */
  challenge: 5 * 60,
  /** Maximum time between the creation of an authenticator app's key and the app's first code. */
  setup: 10 * 60,
} as const

export const recoveryCodeCount = 10
export const mostPasskeys = 10

/** The ways in which the user can prove their identity. */
export const Proving = z.object({ password: z.boolean(), totp: z.boolean(), passkey: z.boolean() })
export type Proving = z.infer<typeof Proving>

/** The answer to a correct password if a second factor is needed. */
export const SecondFactorAsked = z.object({ secondFactor: Proving })

/** A six-digit code of an authenticator app, or a recovery code, as typed. */
export const FactorCode = z
  .string('Code is required')
  .check(z.trim(), z.minLength(1, 'Code is required'), z.maxLength(60, 'Code is too long'))

/**
 * The result of a browser’s `navigator.credentials` as JSON text, because the wire format must not change WebAuthn’s
 * field names.
 */
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

export const Security = z.object({
  /** Whether this deployment requires a second factor for LIVE trading and administration. */
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
      /** The browser and system, such as "Firefox on Windows". */
      device: z.string(),
      /** The network of the login, such as 203.0.113.0/24. */
      network: z.nullable(z.string()),
      since: instant,
      /** Accurate to a quarter of an hour. */
      lastUsedAt: instant,
      provedBy: z.enum(proofs),
    }),
  ),
})
export type Security = z.infer<typeof Security>

/** New recovery codes, which are shown once; null if the user already has some. */
export const RecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) })
