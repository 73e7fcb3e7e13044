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

/** Maximum number of markets that the broker reads in one call. https://labs.ig.com/rest-trading-api-reference */
export const maxEpicsPerRequest = 50

/** On whose account, in which environment and under which credentials a call acts. */
export type BrokerLogin = {
  readonly userId: string
  readonly mode: Mode
  readonly accountId: string
  readonly credentialsVersion: number
  /** What is asked for an exit may use the calls that are kept for exits. */
  readonly isExit?: boolean
}

/**
 * A question to the broker that got no usable answer: `unreachable` (network, timeout, 5xx), `allowance` (HTTP 403,
 * there is room within minutes), `weekly-allowance`, `sign-in` (credentials refused, or the account is not ours),
 * `unusable` (an answer we do not understand), `not-found`. Its message is a sentence for the user and never holds a secret.
 */
export class BrokerError extends Error {
  override readonly name = 'BrokerError'
  readonly kind: 'unreachable' | 'allowance' | 'weekly-allowance' | 'sign-in' | 'unusable' | 'not-found'
  /** IG's errorCode if there was one. */
  readonly code: string | null
  /** For `allowance`: when there will be room; null if that is not known. */
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

/** For what goes on if the broker does not answer: `.catch(nullIfUnanswered)`. @throws what is no BrokerError */
export const nullIfUnanswered = (error: unknown): null => {
  if (error instanceof BrokerError) return null
  throw error
}

/** Of a `refused` result: the settings stopped the order just before it was sent. */
export const stoppedCode = 'STOPPED'

/**
 * What became of something that trades and was sent once. `received`: the broker answered that it has it (the verdict
 * is in the confirm). `refused`: proved not accepted. `unknown`: anything else; it is never sent again.
 */
export type SendResult =
  | { readonly kind: 'received'; readonly dealReference: string }
  | ({ readonly kind: 'refused'; readonly code: string; readonly message: string } & MayPassLater)
  | { readonly kind: 'unknown'; readonly message: string }

/** Nothing was done, and the same may pass later: the deal cannot be touched just now, or is gone, or an allowance is spent. */
type MayPassLater = {
  readonly mayPassLater?: boolean
  /** It was refused only because the broker's allowance is spent. */
  readonly isAllowance?: boolean
  /** The market does not deal now: it passes once the market does. */
  readonly isShut?: boolean
  /** The session had ended. There is another one now, under which the broker says that it does not have the deal. */
  readonly hadNoSession?: boolean
}

/** What became of a deal. */
export type DealEffect = 'opened' | 'amended' | 'closed' | 'partly closed' | 'deleted'

/** The broker's confirmation of a deal reference. */
export type Confirmation =
  | {
      readonly kind: 'accepted'
      readonly dealId: string
      readonly level: Decimal | null
      readonly size: Decimal | null
      /** null if the broker did not say. */
      readonly effect: DealEffect | null
      readonly affectedDealIds: readonly string[]
      /** Whether the broker set a stop; null or missing if it did not say. */
      readonly hasStop?: boolean | null
      /** What a close came to, if the broker said. */
      readonly profit?: { readonly amount: number; readonly currency: string }
    }
  | ({
      readonly kind: 'rejected'
      readonly reason: string
      readonly message: string
      /** The close asked for more than is open. */
      readonly isBeyondOpen?: boolean
    } & MayPassLater)

/** A confirmation, or what the broker's lists and history say instead: of a rejection they have no code. */
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
  /** Why it was rejected, in words; missing if it was not, or the broker gave no reason. */
  readonly rejection?: string
  /** It was rejected because the market does not deal now. */
  readonly isShut?: boolean
  readonly direction?: Direction | null
  readonly size?: Decimal | null
  readonly level?: Decimal | null
  readonly stopLevel?: Decimal | null
  readonly limitLevel?: Decimal | null
  /** The market's name at the broker. */
  readonly marketName?: string | null
  /** Through what it came: the API, the broker's own system, its apps. */
  readonly channel?: string
  /** What was done, with the deal that each affects. */
  readonly actions: readonly { readonly kind: ActivityKind; readonly dealId: string | null }[]
}

/** Why a request, or an order, found no room in what the broker allows. */
export type Shortage = AllowanceFact & {
  readonly at: Instant
  /** When there will be room. */
  readonly roomAt: Instant
}

/**
 * One method per thing asked of IG. Reads are retried inside, with back-off and jitter, and throw BrokerError. What
 * trades is sent at most once (after a 401 with a token code, once more: that answer comes before dealing).
 * Every method acts on `account.accountId` and on no other, or throws.
 */
export type Broker = {
  /** How many requests this process has sent for the account since this was last asked, logging in left out. */
  takeRequests(login: BrokerLogin): number
  /** How this process last found no room in what the broker allows the account. */
  lastShortage(login: BrokerLogin): Shortage | null
  /**
   * Positions and working orders, read now.
   * @param known its positions are young: they are read again only if an order has left the list since
   */
  readAccount(login: BrokerLogin, known?: AccountState): Promise<AccountState>
  /** Only the positions, read now. */
  readPositions(login: BrokerLogin): Promise<{ readonly rows: readonly OpenPosition[] }>
  /** What the account is worth, read now. @throws BrokerError, also if the broker leaves a part of it out */
  readEquity(login: BrokerLogin): Promise<EquityReading>
  /** Quote, status and dealing rules, read now. */
  readMarket(login: BrokerLogin, epic: string): Promise<Market>
  /**
   * The same of several markets, in one call if the broker knows them all; what it does not know is left out.
   * @param epics at most `maxEpicsPerRequest`
   */
  readMarkets(login: BrokerLogin, epics: readonly string[]): Promise<readonly Market[]>
  /** The last `count` finished daily candles, oldest first. Each costs one of IG's weekly 10,000 points. */
  readDailyCandles(login: BrokerLogin, epic: string, count: number): Promise<Candle[]>

  /**
   * LIMIT becomes a working order good till `order.goodTill`; MARKET opens a position.
   * @param notAfter the fence: once the clock is past it nothing is sent any more, and the answer is refused, TOO_LATE
   * @param isStopped asked just before the order is sent; if it answers yes, the result is refused, STOPPED
   * @throws BrokerError only if nothing was sent
   */
  place(
    login: BrokerLogin,
    order: OrderToPlace,
    dealReference: string,
    notAfter: Instant,
    isStopped?: () => Promise<boolean>,
  ): Promise<SendResult>
  /** Closes `position.size` of it by the opposite direction. */
  closePosition(login: BrokerLogin, position: OpenPosition): Promise<SendResult>
  /** Replaces the stop of a position and keeps its limit. */
  moveStop(login: BrokerLogin, change: StopChange): Promise<SendResult>
  deleteOrder(login: BrokerLogin, dealId: string): Promise<SendResult>

  /** null: no confirm (yet, or no longer). */
  confirm(login: BrokerLogin, dealReference: string): Promise<Confirmation | null>
  /** Newest first, detailed. */
  readActivity(login: BrokerLogin, from: Instant): Promise<BrokerActivity[]>
}
