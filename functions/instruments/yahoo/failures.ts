/** Explains why Yahoo sent no data. We have no contract with Yahoo, so any of these failures may happen on any day. */
export class YahooError extends Error {
  override readonly name = 'YahooError'
  /**
   * `unknown`: no such symbol; `throttled`: too many requests; `unreachable`: any failure after which a retry may
   * succeed.
   */
  readonly kind: 'unknown' | 'throttled' | 'unreachable'
  constructor(kind: YahooError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/**
 * Classifies an error of the package yahoo-finance2 by its status or, without one, by its text. The package has neither
 * stable error classes nor codes.
 */
export const yahooErrorFrom = (error: unknown): YahooError => {
  if (error instanceof YahooError) return error
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string }
  if (code === 429 || /too many requests/i.test(message))
    return new YahooError('throttled', 'Yahoo is refusing requests for now')
  if (code === 404 || /not found|no data found|no fundamentals|delisted|invalid symbol/i.test(message))
    return new YahooError('unknown', 'Yahoo does not know this symbol')
  return new YahooError('unreachable', 'Yahoo gave an unexpected response')
}
