import * as z from 'zod/mini'

export const Role = z.enum(['USER', 'ADMIN'], 'Please select a role')
export type Role = z.infer<typeof Role>

export const Mode = z.enum(['DEMO', 'LIVE'], 'Please select a trading mode')
export type Mode = z.infer<typeof Mode>

export const passwordLimits = { min: 8, max: 128 } as const

const name = (what: string) =>
  z
    .string(`${what} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${what} is required`),
      z.maxLength(200, `${what} must be at most 200 characters`),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, `${what} must be one line, without control characters`),
    )

export const FirstName = name('First name')
export const LastName = name('Last name')
const email = (missing: string) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(254, 'Email must be at most 254 characters'),
      z.email('Invalid email address'),
    )

/** The email address that a user enters. `EditedEmail`, which an admin enters, has a different error message. */
export const Email = email('Email is required')
export const EditedEmail = email('Invalid email address')

const complexity = z.regex(
  /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)/su,
  'Password must contain at least one uppercase letter, one lowercase letter, and one number',
)
const passwordOf = (tooShort: string) =>
  z
    .string(tooShort)
    .check(
      z.minLength(passwordLimits.min, tooShort),
      z.maxLength(passwordLimits.max, `Password must be at most ${passwordLimits.max} characters`),
      complexity,
    )

/** A new password at registration. The specification requires a different error message for `ChangedPassword`. */
export const RegistrationPassword = passwordOf('Password must be at least 8 characters')
export const ChangedPassword = passwordOf('Password must be at least 8 characters long')

export const User = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: Role,
  mode: Mode,
  createdAt: z.iso.datetime(),
  lastLogin: z.nullable(z.iso.datetime()),
  /** Whether the user's IG credentials for this mode are incomplete. Alerts then do not trade. */
  isIncomplete: z.optional(z.literal(true)),
  /** Whether the email address is not confirmed yet. Only confirmation links are then emailed to it. */
  emailUnverified: z.optional(z.literal(true)),
})
export type User = z.infer<typeof User>

export const AppSettings = z.object({
  allowUserRegistration: z.boolean('Please specify whether user registration is allowed'),
  allowMultipleAdmins: z.boolean('Please specify whether multiple admins are allowed'),
})
export type AppSettings = z.infer<typeof AppSettings>
