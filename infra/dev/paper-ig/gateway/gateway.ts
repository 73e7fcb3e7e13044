import { accountsOf, type Book, DealUntouched } from '../book/book.ts'
import { settle } from '../book/settle.ts'
import type { Account } from '../book/state.ts'
import { Allowances } from './allowances.ts'
import { dealEndpoints } from './deal-endpoints.ts'
import { type Call, matchPlace } from './endpoint.ts'
import { historyEndpoints } from './history-endpoints.ts'
import { encryptionKey, listEndpoints } from './list-endpoints.ts'
import { marketEndpoints } from './market-endpoints.ts'
import { openEndpoints, sessionEndpoints } from './session-endpoints.ts'
import { type Session, Sessions } from './sessions.ts'
import { type WireAnswer, WireError, type WireRequest } from './wire.ts'

/** All endpoints that need a session. */
export const signedInEndpoints = [
  ...sessionEndpoints,
  ...marketEndpoints,
  ...dealEndpoints,
  ...historyEndpoints,
  ...listEndpoints,
]

/**
 * The gateway of one environment. It checks API keys, sessions and allowances, and offers IG's endpoints for the book.
 */
export class Gateway {
  readonly book: Book
  readonly sessions: Sessions
  readonly allowances: Allowances

  constructor(book: Book, sessions: Session[]) {
    this.book = book
    this.sessions = new Sessions(
      sessions,
      () => book.settings,
      book.now,
      () => {
        book.revision += 1
      },
    )
    this.allowances = new Allowances(() => book.settings, book.now)
  }

  /** The account that a request uses; null if it has no valid session. */
  accountIdOf({ headers }: WireRequest): string | null {
    try {
      return this.sessions.identify(headers).accountId
    } catch (error) {
      if (error instanceof WireError) return null
      throw error
    }
  }

  handle(request: WireRequest): WireAnswer {
    try {
      settle(this.book)
      return this.route(request)
    } catch (error) {
      if (error instanceof WireError) return { status: error.status, body: { errorCode: error.message } }
      if (error instanceof DealUntouched) return { status: 404, body: { errorCode: error.message } }
      throw error
    }
  }

  private route(request: WireRequest): WireAnswer {
    const call = {
      book: this.book,
      sessions: this.sessions,
      allowances: this.allowances,
      request,
      apiKey: this.checkedKey(request),
    }
    for (const endpoint of [...openEndpoints, encryptionKey]) {
      const parts = matchPlace(endpoint, request)
      if (parts) return endpoint.answer({ ...call, parts })
    }
    for (const endpoint of signedInEndpoints) {
      const parts = matchPlace(endpoint, request)
      if (!parts) continue
      const signedIn = this.signIn({ ...call, parts })
      this.allowances.spend(endpoint.purpose, call.apiKey, signedIn.account.accountId)
      return endpoint.answer(signedIn)
    }
    throw new WireError(404, 'invalid.url')
  }

  /** @throws WireError 400 if the API key is missing, 403 if it is refused */
  private checkedKey({ headers }: WireRequest): string {
    const key = headers['x-ig-api-key']
    if (!key) throw new WireError(400, 'error.security.api-key-missing')
    const trouble = this.book.settings.refusedKeys[key] ?? (/invalid/i.test(key) ? 'invalid' : null)
    if (trouble) throw new WireError(403, `error.security.api-key-${trouble}`)
    return key
  }

  /** @throws WireError 401 if a token is missing or invalid, 403 if the account belongs to another user */
  private signIn(call: Call) {
    const { session, accountId } = this.sessions.identify(call.request.headers)
    const own = accountsOf(this.book, session.identifier)
    return { ...call, session, account: own.find((account) => account.accountId === accountId) as Account }
  }
}
