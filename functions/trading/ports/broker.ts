import type { Direction } from '../../../shared/deals/dealing.schema.ts'
import type { EquityReading } from '../../../shared/trading/model/watch.ts'
import type {
  AccountState,
  Market,
  OpenPosition,
  OrderToPlace,
  StopChange,
} from '../../../shared/trading/model/snapshot.ts'
import type { AllowanceFact } from '../../../shared/trading/rules/after-the-rules.ts'
import type { Decimal, Instant } from '../../../shared/platform/units.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import type { Candle } from './daily-prices.ts'

/** Maximum number of markets per request. https://labs.ig.com/rest-trading-api-reference */
export const maxEpicsPerRequest = 50

/** The account, mode and credentials of a request to the broker. */
export type BrokerLogin = {
  readonly userId: string
  readonly mode: Mode
  readonly accountId: string
  readonly credentialsVersion: number
  /**
   * True for requests that belong to an exit. They may use the part of the request limit that is reserved for exits.
   */
  readonly isExit?: boolean
}

/**
 * The error if a request to the broker got no usable answer. `unreachable`: network error, timeout or 5xx. `allowance`:
 * HTTP 403; the request limit will have room within minutes. `weekly-allowance`: the weekly limit is used up.
 * `sign-in`: credentials rejected, or the account is not the user's. `unusable`: an answer that we do not understand.
 * `not-found`: the broker does not have what was requested. The message is a sentence for the user and never contains a
 * secret.
 */
export class BrokerError extends Error {
  override readonly name = 'BrokerError'
  readonly kind: 'unreachable' | 'allowance' | 'weekly-allowance' | 'sign-in' | 'unusable' | 'not-found'
  /** IG's errorCode, if there was one. */
  readonly code: string | null
  /** For `allowance`: when the request limit will have room; null if unknown. */
  readonly roomAt: Instant | null

  constructor(
    kind: BrokerError['kind'],
    message: string,
    code: string | null = null,
    roomAt: Instant | null = null,
  ) {
    super(message)
    this.kind = kind
    this.code = code
    this.roomAt = roomAt
  }
}

/**
 * Turns a BrokerError into null, for callers that can continue without an answer: `.catch(nullIfUnanswered)`.
 * @throws every other error
 */
export const nullIfUnanswered = (error: unknown): null => {
  if (error instanceof BrokerError) return null
  throw error
}

/** The code of a `refused` result if the settings prevented an order just before it was sent. */
export const stoppedCode = 'STOPPED'

/**
 * The result of sending a trading request once. `received`: the broker has received it, and its confirm will show the
 * result. `refused`: certainly not accepted. `unknown`: anything else; the request is never sent again.
 */
export type SendResult =
  | { readonly kind: 'received'; readonly dealReference: string }
  | ({ readonly kind: 'refused'; readonly code: string; readonly message: string } & MayPassLater)
  | { readonly kind: 'unknown'; readonly message: string }

/**
 * Details of a refused request that did nothing and may succeed later: the deal is gone or can't be changed at the
 * moment, the market is closed, or a request limit is used up.
 */
type MayPassLater = {
  readonly mayPassLater?: boolean
  /** True if the request was refused only because the broker's request limit is used up. */
  readonly isAllowance?: boolean
  /** True if the market is closed for dealing. The request may succeed when the market opens. */
  readonly isShut?: boolean
  /**
   * True if the session had expired. If the request has a deal reference, a new session was used to check that the
   * broker has no confirmation for it.
   */
  readonly hadNoSession?: boolean
}

export type DealEffect = 'opened' | 'amended' | 'closed' | 'partly closed' | 'deleted'

/** The broker's confirmation of a request, found by its deal reference. */
export type Confirmation =
  | {
      readonly kind: 'accepted'
      readonly dealId: string
      readonly level: Decimal | null
      readonly size: Decimal | null
      /** What the request did to the deal; null if the broker did not report it. */
      readonly effect: DealEffect | null
      readonly affectedDealIds: readonly string[]
      /** Whether the broker set a stop; null or missing if the broker did not report this. */
      readonly hasStop?: boolean | null
      /** The realised profit of a close, if the broker reported it. */
      readonly profit?: { readonly amount: number; readonly currency: string }
    }
  | ({
      readonly kind: 'rejected'
      readonly reason: string
      readonly message: string
      /** True if the close was for a larger size than is open. */
      readonly isBeyondOpen?: boolean
    } & MayPassLater)

/** A confirmation, or its equivalent from the broker's lists and history, which contain no code for a rejection. */
export type Verdict =
  | Confirmation
  | { readonly kind: 'rejected'; readonly reason: null; readonly message: string }

export type ActivityKind =
  | 'order opened'
  | 'order filled'
  | 'order deleted'
  | 'position opened'
  | 'position closed'
  | 'position partly closed'
  | 'position rolled'
  | 'other'

export type BrokerActivity = {
  readonly date: Instant
  readonly epic: string
  readonly dealId: string
  readonly dealReference: string | null
  readonly type: string
  readonly status: 'ACCEPTED' | 'REJECTED' | 'UNKNOWN'
  readonly description: string
  /** The reason for a rejection as text; missing if there was no rejection or no reason. */
  readonly rejection?: string
  /** True if the request was rejected because the market is closed for dealing. */
  readonly isShut?: boolean
  readonly direction?: Direction | null
  readonly size?: Decimal | null
  readonly level?: Decimal | null
  readonly stopLevel?: Decimal | null
  readonly limitLevel?: Decimal | null
  readonly marketName?: string | null
  /** What caused the activity: the API, the broker's own system, or one of its apps. */
  readonly channel?: string
  /** Each action with the deal that it affects. */
  readonly actions: readonly { readonly kind: ActivityKind; readonly dealId: string | null }[]
}

/** Why a request was not sent: the broker's request limit had no room. */
export type Shortage = AllowanceFact & {
  readonly at: Instant
  /** When the limit will have room. */
  readonly roomAt: Instant
}

/**
 * When an order may no longer be sent.
 * @property notAfter after this time nothing is sent, and the result is refused with TOO_LATE
 * @property isStopped called just before the order is sent; if it returns true, the result is refused with STOPPED
 */
export type Fence = { readonly notAfter: Instant; readonly isStopped?: () => Promise<boolean> }

/**
 * The broker's API, with one method per kind of request. Reads are retried with back-off and jitter, and throw
 * BrokerError. Trading requests are sent at most once; they are repeated only after a 401 with a token code, because
 * that error comes before any dealing. Every method acts only on the account `accountId` of its login, or throws.
 */
export type Broker = {
  /** Number of requests that this process has sent for the account since the last call, without logins. */
  takeRequests(login: BrokerLogin): number
  /** The last time that this process found no room in the account's request limit; null if there was always room. */
  lastShortage(login: BrokerLogin): Shortage | null
  /**
   * Reads positions and working orders.
   * @param known an earlier state with recent positions, which are read again only if an order has left the list of
   * orders
   */
  readAccount(login: BrokerLogin, known?: AccountState): Promise<AccountState>
  readPositions(login: BrokerLogin): Promise<{ readonly rows: readonly OpenPosition[] }>
  /**
   * Reads the account's equity.
   * @throws BrokerError, also if the broker's answer is incomplete
   */
  readEquity(login: BrokerLogin): Promise<EquityReading>
  /** Reads a market's quote, status and dealing rules. */
  readMarket(login: BrokerLogin, epic: string): Promise<Market>
  /**
   * Reads several markets, in one request if the broker knows all of them. Unknown markets are left out.
   * @param epics at most `maxEpicsPerRequest`
   */
  readMarkets(login: BrokerLogin, epics: readonly string[]): Promise<readonly Market[]>
  /**
   * Reads the last `count` finished daily candles, oldest first. Each candle costs one of IG's 10,000 points per week.
   */
  readDailyCandles(login: BrokerLogin, epic: string, count: number): Promise<Candle[]>

  /**
   * Places an order. LIMIT creates a working order until `order.goodTill`; MARKET opens a position.
   * @throws BrokerError only if nothing was sent
   */
  place(login: BrokerLogin, order: OrderToPlace, dealReference: string, fence: Fence): Promise<SendResult>
  /** Closes a position, or a part of it with the size `position.size`, by an order in the opposite direction. */
  closePosition(login: BrokerLogin, position: OpenPosition): Promise<SendResult>
  /** Replaces the stop of a position and keeps its limit. */
  moveStop(login: BrokerLogin, change: StopChange): Promise<SendResult>
  deleteOrder(login: BrokerLogin, dealId: string): Promise<SendResult>

  /** Reads a confirmation; null if there is none yet, or if it is too old. */
  confirm(login: BrokerLogin, dealReference: string): Promise<Confirmation | null>
  /** Reads the detailed history, newest entries first. */
  readActivity(login: BrokerLogin, from: Instant): Promise<BrokerActivity[]>
}
