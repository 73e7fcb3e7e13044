import * as z from 'zod/mini'
import {
  FactorCode,
  PasskeyAnswer,
  PasskeyName,
  RecoveryCodes,
  SecondFactorAsked,
  Security,
} from '../accounts/second-factor.schema.ts'
import {
  ChangedPassword,
  Email,
  FirstName,
  LastName,
  RegistrationPassword,
  User,
} from '../accounts/user.schema.ts'
import { type Endpoint, Nothing, Done, ResetToken } from './endpoint.ts'

const CurrentPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(1024))

export const accounts = {
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Logs in and sets the session cookies, or asks for a second factor',
    request: z.object({
      email: Email,
      password: CurrentPassword,
    }),
    response: z.union([User, SecondFactorAsked]),
    refusals: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
  },

  verifySecondFactor: {
    method: 'POST',
    path: '/auth/second-factor',
    access: 'public',
    summary: 'Completes a login with an authenticator or recovery code',
    request: z.object({ code: FactorCode }),
    response: User,
    refusals: ['NOT_SIGNED_IN', 'INVALID_CODE', 'TOO_MANY_ATTEMPTS'],
  },

  startPasskey: {
    method: 'POST',
    path: '/auth/passkey-challenge',
    access: 'public',
    summary: 'Makes the challenge that a passkey answers',
    request: Nothing,
    // The options are JSON text for `navigator.credentials.get`.
    response: z.object({ options: z.string() }),
    refusals: ['TOO_MANY_ATTEMPTS'],
  },

  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    summary: 'Logs in with a passkey',
    request: z.object({ passkey: PasskeyAnswer }),
    response: User,
    refusals: ['INVALID_CODE'],
  },

  register: {
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Creates an account. The first one becomes an admin',
    request: z.object({
      firstName: FirstName,
      lastName: LastName,
      email: Email,
      password: RegistrationPassword,
      /** The token in the deployment's setup link. The first account of a site needs it. */
      setupToken: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: User,
    statuses: [201],
    refusals: ['INVALID_LINK', 'REGISTRATION_DISABLED', 'EMAIL_TAKEN', 'TOO_MANY_ATTEMPTS', 'TRY_AGAIN'],
  },

  requestPasswordReset: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Emails a reset link. The response is the same for every address',
    request: z.object({ email: Email }),
    response: Done,
    refusals: ['TOO_MANY_ATTEMPTS'],
  },

  validatePasswordResetToken: {
    method: 'POST',
    path: '/auth/validate-password-reset-token',
    access: 'public',
    summary: 'Checks whether a reset link is still valid',
    request: ResetToken,
    response: z.object({ valid: z.literal(true) }),
    refusals: ['INVALID_RESET_TOKEN'],
  },

  changePassword: {
    method: 'PATCH',
    path: '/users/me/change-password',
    access: 'public',
    summary: 'Sets a new password with a reset token',
    request: z.object({ ...ResetToken.shape, newPassword: ChangedPassword }),
    response: Done,
    refusals: ['INVALID_RESET_TOKEN'],
  },

  sendVerificationEmail: {
    method: 'POST',
    path: '/users/me/email-verification',
    access: 'user',
    summary: 'Emails a link that confirms your email address',
    request: Nothing,
    response: Done,
    refusals: ['TOO_MANY_ATTEMPTS'],
  },

  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    access: 'public',
    summary: 'Confirms an email address with the link that was sent there',
    request: ResetToken,
    response: Done,
    refusals: ['INVALID_LINK'],
  },

  changeOwnPassword: {
    method: 'PUT',
    path: '/users/me/password',
    access: 'user',
    stepUp: 'where-it-loosens',
    summary: 'Sets a new password with the current password, and logs out everywhere else',
    request: z.object({
      currentPassword: CurrentPassword,
      newPassword: ChangedPassword,
    }),
    response: Done,
    refusals: ['TOO_MANY_ATTEMPTS'],
  },

  refreshSession: {
    method: 'POST',
    path: '/auth/token',
    access: 'public',
    summary: 'Rotates the session by its refresh cookie',
    request: Nothing,
    response: Done,
    refusals: ['NOT_SIGNED_IN'],
  },

  logout: {
    method: 'POST',
    path: '/auth/logout',
    access: 'public',
    summary: 'Ends the session',
    request: Nothing,
    response: Done,
  },

  getMe: {
    method: 'GET',
    path: '/auth/me',
    access: 'user',
    scope: 'read',
    summary: 'Returns the logged-in user',
    request: Nothing,
    response: User,
    polled: true,
  },

  getSecurity: {
    method: 'GET',
    path: '/users/me/security',
    access: 'user',
    summary: 'Returns your second factors and sessions',
    request: Nothing,
    response: Security,
  },

  stepUp: {
    method: 'POST',
    path: '/users/me/step-up',
    access: 'user',
    summary: 'Confirms the caller’s identity with a code, or with the password if there is no second factor',
    request: z.object({ password: z.optional(CurrentPassword), code: z.optional(FactorCode) }),
    response: Done,
    refusals: ['INVALID_CODE', 'TOO_MANY_ATTEMPTS'],
  },

  stepUpWithPasskey: {
    method: 'POST',
    path: '/users/me/step-up/passkey',
    access: 'user',
    summary: 'Proves again who calls, with a passkey',
    request: z.object({ passkey: PasskeyAnswer }),
    response: Done,
    refusals: ['INVALID_CODE'],
  },

  startTotp: {
    method: 'POST',
    path: '/users/me/totp',
    access: 'user',
    stepUp: 'always',
    summary: 'Creates a key for an authenticator app. It takes effect once confirmed',
    request: Nothing,
    response: z.object({ secret: z.string(), uri: z.string() }),
  },

  confirmTotp: {
    method: 'POST',
    path: '/users/me/totp/confirm',
    access: 'user',
    stepUp: 'always',
    summary: 'Confirms the authenticator app with its first code, which is then used up',
    request: z.object({ code: FactorCode }),
    response: RecoveryCodes,
    refusals: ['INVALID_CODE', 'CHANGED_MEANWHILE', 'TOO_MANY_ATTEMPTS'],
  },

  startPasskeySetup: {
    method: 'POST',
    path: '/users/me/passkeys/challenge',
    access: 'user',
    stepUp: 'always',
    summary: 'Makes the challenge that a new passkey answers',
    request: Nothing,
    // The options are JSON text for `navigator.credentials.create`.
    response: z.object({ options: z.string() }),
    refusals: ['CHANGED_MEANWHILE'],
  },

  addPasskey: {
    method: 'POST',
    path: '/users/me/passkeys',
    access: 'user',
    stepUp: 'always',
    summary: 'Adds a passkey',
    request: z.object({ name: PasskeyName, passkey: PasskeyAnswer }),
    response: RecoveryCodes,
    refusals: ['INVALID_CODE', 'CHANGED_MEANWHILE'],
  },

  removeFactor: {
    method: 'DELETE',
    path: '/users/me/factors/{id}',
    access: 'user',
    stepUp: 'always',
    summary: 'Removes the authenticator app (totp) or a passkey',
    request: z.object({ id: z.string().check(z.maxLength(1_400)) }),
    response: Done,
    refusals: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'SECOND_FACTOR_REQUIRED'],
  },

  makeRecoveryCodes: {
    method: 'POST',
    path: '/users/me/recovery-codes',
    access: 'user',
    stepUp: 'always',
    summary: 'Creates ten recovery codes and revokes the old ones',
    request: Nothing,
    response: RecoveryCodes,
    refusals: ['SECOND_FACTOR_REQUIRED'],
  },

  endSessions: {
    method: 'DELETE',
    path: '/users/me/sessions/{id}',
    access: 'user',
    summary: 'Ends one of your sessions, or (`others`) ends all others and revokes all your API tokens',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
  },
} as const satisfies Record<string, Endpoint>
