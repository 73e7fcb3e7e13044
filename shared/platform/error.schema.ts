import * as z from 'zod/mini'

/** The body of every refused call. `details` may be empty. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The HTTP status of each error code. */
export const errorStatus = {
  INVALID_REQUEST: 400,
  INVALID_ALERT: 400,
  INVALID_RESET_TOKEN: 400,
  INVALID_CSV: 400,
  INVALID_CODE: 400,
  INVALID_LINK: 400,
  INVALID_CREDENTIALS: 401,
  NOT_SIGNED_IN: 401,
  UNKNOWN_WEBHOOK_SECRET: 401,
  FORBIDDEN: 403,
  CROSS_SITE_REQUEST: 403,
  /** The call succeeds once the user has proved their identity again. */
  STEP_UP_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  /** The scopes of the caller's token don’t include the endpoint. */
  SCOPE_REQUIRED: 403,
  REGISTRATION_DISABLED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  EMAIL_TAKEN: 409,
  MULTIPLE_ADMINS_NOT_ALLOWED: 409,
  LAST_ADMIN: 409,
  CHANGED_MEANWHILE: 409,
  TOO_MANY_STRATEGIES: 409,
  TOO_MANY_TOKENS: 409,
  IG_SETTINGS_INCOMPLETE: 409,
  BROKER_REFUSED: 409,
  OUTCOME_UNKNOWN: 409,
  ALERT_TOO_LARGE: 413,
  BODY_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  // A problem with one user's broker is never a 5xx, because alarms count each 5xx as our own error.
  BROKER_UNAVAILABLE: 424,
  TOO_MANY_ALERTS: 429,
  TOO_MANY_ATTEMPTS: 429,
  TOO_MANY_CALLS: 429,
  UNEXPECTED: 500,
  TRY_AGAIN: 503,
} as const
export type ErrorCode = keyof typeof errorStatus

/** An error that the caller may see. Its message is a sentence for users; its details never contain a secret. */
export class VisibleError extends Error {
  override readonly name = 'VisibleError'
  readonly code: ErrorCode
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }

  get body(): ErrorBody {
    return { code: this.code, message: this.message, details: this.details }
  }
}
