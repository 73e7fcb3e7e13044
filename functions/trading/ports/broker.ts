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

/** The account, mode and credentials with which a request is made. */
export type BrokerLogin = {
  readonly userId: string
  readonly mode: Mode
  readonly accountId: string
  readonly credentialsVersion: number
  /** Requests for an exit may use the part of the request limit that is reserved for exits. */
  readonly isExit?: boolean
}

/**
 * A request to the broker that got no usable answer: `unreachable` (network, timeout, 5xx), `allowance` (HTTP 403;
 * the request limit has room within minutes), `weekly-allowance`, `sign-in` (credentials rejected, or the account is
 * not ours), `unusable` (an answer that we do not understand), `not-found`. Its message is a sentence for the user
 * and never contains a secret.
 */
export class BrokerError extends Error {
  override readonly name = 'BrokerError'
  readonly kind: 'unreachable' | 'allowance' | 'weekly-allowance' | 'sign-in' | 'unusable' | 'not-found'
  /** IG's errorCode, if there was one. */
  readonly code: string | null
  /** For `allowance`: when there will be room; null if unknown. */
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
 * For callers that continue without an answer: `.catch(nullIfUnanswered)`.
 * @throws every error that is not a BrokerError
 */
export const nullIfUnanswered = (error: unknown): null => {
  if (error instanceof BrokerError) return null
  throw error
}

/** The code of a `refused` result if the settings stopped the order just before it was sent. */
export const stoppedCode = 'STOPPED'

/**
 * The result of sending a trading request once. `received`: the broker has it; its confirm tells the result.
 * `refused`: provably not accepted. `unknown`: anything else; never sent again.
 */
export type SendResult =
  | { readonly kind: 'received'; readonly dealReference: string }
  | ({ readonly kind: 'refused'; readonly code: string; readonly message: string } & MayPassLater)
  | { readonly kind: 'unknown'; readonly message: string }

/**
 * Nothing was done, and the same request may succeed later: the deal cannot be touched at the moment or is gone, or a
 * request limit is used up.
 */
type MayPassLater = {
  readonly mayPassLater?: boolean
  /** Refused only because the broker's request limit is used up. */
  readonly isAllowance?: boolean
  /** The market is closed for dealing. The request may succeed when it opens. */
  readonly isShut?: boolean
  /** The session had expired. In the new session the broker reports that it does not have the deal. */
  readonly hadNoSession?: boolean
}

export type DealEffect = 'opened' | 'amended' | 'closed' | 'partly closed' | 'deleted'

/** The broker's confirmation of an order, found by its deal reference. */
export type Confirmation =
  | {
      readonly kind: 'accepted'
      readonly dealId: string
      readonly level: Decimal | null
      readonly size: Decimal | null
      /** null if the broker did not report it. */
      readonly effect: DealEffect | null
      readonly affectedDealIds: readonly string[]
      /** Whether the broker set a stop; null or missing if it did not report it. */
      readonly hasStop?: boolean | null
      /** The realised profit of a close, if the broker reported it. */
      readonly profit?: { readonly amount: number; readonly currency: string }
    }
  | ({
      readonly kind: 'rejected'
      readonly reason: string
      readonly message: string
      /** The close was for more than is open. */
      readonly isBeyondOpen?: boolean
    } & MayPassLater)

/** A confirmation, or the equivalent from the broker's lists and history, which have no code for a rejection. */
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
  /** The reason of a rejection as text; missing if there was no rejection or no reason. */
  readonly rejection?: string
  /** It was rejected because the market is closed for dealing. */
  readonly isShut?: boolean
  readonly direction?: Direction | null
  readonly size?: Decimal | null
  readonly level?: Decimal | null
  readonly stopLevel?: Decimal | null
  readonly limitLevel?: Decimal | null
  readonly marketName?: string | null
  /** Where it came from: the API, the broker's own system, its apps. */
  readonly channel?: string
  /** The actions, each with the deal that it affects. */
  readonly actions: readonly { readonly kind: ActivityKind; readonly dealId: string | null }[]
}

/** Why a request or an order found no room in the broker's request limit. */
export type Shortage = AllowanceFact & {
  readonly at: Instant
  /** When there will be room. */
  readonly roomAt: Instant
}

/**
 * The broker's API, one method per request. Reads are retried with back-off and jitter, and throw BrokerError.
 * Trading requests are sent at most once (again only after a 401 with a token code, which precedes dealing). Every
 * method acts on `account.accountId` and no other account, or throws.
 */
export type Broker = {
  /** Number of requests that this process has sent for the account since the last call, without logins. */
  takeRequests(login: BrokerLogin): number
  /** How this process last found no room in the account's request limit; null if it did not. */
  lastShortage(login: BrokerLogin): Shortage | null
  /**
   * Reads positions and working orders.
   * @param known lists with recent positions, which are read again only if an order has left the list since
   */
  readAccount(login: BrokerLogin, known?: AccountState): Promise<AccountState>
  readPositions(login: BrokerLogin): Promise<{ readonly rows: readonly OpenPosition[] }>
  /**
   * Reads the account's equity.
   * @throws BrokerError, also if the broker omits a part of it
   */
  readEquity(login: BrokerLogin): Promise<EquityReading>
  /** Reads quote, status and dealing rules. */
  readMarket(login: BrokerLogin, epic: string): Promise<Market>
  /**
   * Reads several markets, in one request if the broker knows them all. Unknown markets are left out.
   * @param epics at most `maxEpicsPerRequest`
   */
  readMarkets(login: BrokerLogin, epics: readonly string[]): Promise<readonly Market[]>
  /** Reads the last `count` finished daily candles, oldest first. Each costs one of IG's weekly 10,000 points. */
  readDailyCandles(login: BrokerLogin, epic: string, count: number): Promise<Candle[]>

  /**
   * Places an order. LIMIT becomes a working order good till `order.goodTill`; MARKET opens a position.
   * @param notAfter the fence: after this time nothing is sent and the result is refused, TOO_LATE
   * @param isStopped called just before the order is sent; if it returns true, the result is refused, STOPPED
   * @throws BrokerError only if nothing was sent
   */
  place(
    login: BrokerLogin,
    order: OrderToPlace,
    dealReference: string,
    notAfter: Instant,
    isStopped?: () => Promise<boolean>,
  ): Promise<SendResult>
  /** Closes `position.size` of a position by an order in the opposite direction. */
  closePosition(login: BrokerLogin, position: OpenPosition): Promise<SendResult>
  /** Replaces the stop of a position and keeps its limit. */
  moveStop(login: BrokerLogin, change: StopChange): Promise<SendResult>
  deleteOrder(login: BrokerLogin, dealId: string): Promise<SendResult>

  /** Reads a confirmation; null if there is none yet or no longer. */
  confirm(login: BrokerLogin, dealReference: string): Promise<Confirmation | null>
  /** Reads the detailed history, newest entries first. */
  readActivity(login: BrokerLogin, from: Instant): Promise<BrokerActivity[]>
}
