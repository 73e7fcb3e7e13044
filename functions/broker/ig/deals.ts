import type { OpenPosition, OrderToPlace, StopChange } from '../../../shared/trading/model/snapshot.ts'
import {
  type BrokerActivity,
  BrokerError,
  type BrokerLogin,
  type Confirmation,
  type Fence,
  type SendResult,
  stoppedCode,
} from '../../trading/ports/broker.ts'
import { ActingAccount } from './acting-account.ts'
import { type IgConnection, parsed, timeouts } from './connection.ts'
import {
  allowanceSpent,
  mayPassLater,
  missedTheMethod,
  provesRefusal,
  refusalInWords,
  refusesMarketOrders,
  tokensDied,
} from './error-codes.ts'
import { closeBody, orderBody, stopBody, verdictOf } from './mapper.ts'
import type { HistoryReads } from './history-reads.ts'
import type { MarketReads } from './market-reads.ts'
import * as schemas from './schemas.ts'
import type { IgSession } from './session.ts'
import { type IgReply, type IgRequest, NoReply } from './transport.ts'

type DealFence = Partial<Fence> & { readonly isExit?: boolean }

export class IgDeals {
  readonly #ig: IgConnection
  readonly #markets: Pick<MarketReads, 'readMarket'>
  readonly #history: Pick<HistoryReads, 'readActivity'>
  readonly #account: ActingAccount

  constructor(
    ig: IgConnection,
    markets: Pick<MarketReads, 'readMarket'>,
    history: Pick<HistoryReads, 'readActivity'>,
  ) {
    this.#ig = ig
    this.#markets = markets
    this.#history = history
    this.#account = new ActingAccount(ig)
  }

  place(login: BrokerLogin, order: OrderToPlace, dealReference: string, fence: Fence) {
    const path = order.type === 'MARKET' ? '/positions/otc' : '/workingorders/otc'
    const body = orderBody(order, dealReference)
    return this.#deal(login, { method: 'POST', path, version: 2, body }, fence)
  }

  async closePosition(login: BrokerLogin, position: OpenPosition): Promise<SendResult> {
    const sent = await this.#sendClose(login, closeBody(position))
    if (sent.kind !== 'refused') return sent
    if (missedTheMethod(sent.code)) return { ...sent, mayPassLater: true }
    if (!refusesMarketOrders(sent.code)) return sent
    const { bid, offer } = await this.#markets.readMarket(login, position.epic)
    const level = position.direction === 'BUY' ? bid : offer
    return level === null
      ? { ...sent, mayPassLater: true }
      : this.#sendClose(login, closeBody(position, level))
  }

  /**
   * Moves the stop of a position. Sending the request twice is harmless, but each counts as a trading request. The
   * answer is a deal reference.
   */
  moveStop(login: BrokerLogin, change: StopChange) {
    const path = `/positions/otc/${encodeURIComponent(change.dealId)}` as const
    return this.#deal(login, { method: 'PUT', path, version: 2, body: stopBody(change) }, { isExit: true })
  }

  deleteOrder(login: BrokerLogin, dealId: string) {
    const path = `/workingorders/otc/${encodeURIComponent(dealId)}` as const
    return this.#deal(login, { method: 'DELETE', path, version: 2, body: {} }, { isExit: true })
  }

  async confirm(login: BrokerLogin, dealReference: string): Promise<Confirmation | null> {
    const path = `/confirms/${encodeURIComponent(dealReference)}` as const
    const request = { method: 'GET', path, version: 1, timeout: timeouts.read } as const
    const reply = await this.#ig.ask(login, request, { urgency: 'confirm' })
    // The confirmation is not there yet or was deleted. A 405 with an empty body means the same.
    if (reply.status === 404 || reply.status === 405) return null
    if (reply.status !== 200) throw this.#ig.errorOf(login, reply)
    const confirm = parsed(schemas.Confirm, reply)
    if (confirm.dealReference !== dealReference)
      throw new BrokerError('unusable', 'IG confirmed a different deal than requested')
    const verdict = verdictOf(confirm)
    if (verdict.kind !== 'rejected' || verdict.reason !== 'UNKNOWN') return verdict
    // The history sometimes has a reason that the confirmation lacks, for example that IG has no price in this
    // currency.
    const activities = await this.#history.readActivity(login, this.#ig.clock.now()).catch(noneIfRefused)
    const words = activities.find(isRejectionOf(confirm))?.rejection
    return words === undefined
      ? verdict
      : { ...verdict, message: `IG gave no reason (UNKNOWN). Its history says: ${words}` }
  }

  #sendClose(login: BrokerLogin, body: ReturnType<typeof closeBody>) {
    return this.#deal(login, { method: 'DELETE', path: '/positions/otc', version: 1, body }, { isExit: true })
  }

  /**
   * Sends a trading request once. If IG answers that the tokens are no longer valid, it logs in again and looks up the
   * deal reference. The caller decides whether to send the request again.
   */
  async #deal(
    login: BrokerLogin,
    request: Omit<IgRequest, 'timeout'>,
    fence: DealFence,
  ): Promise<SendResult> {
    const session = await (fence.isExit
      ? this.#account.sessionForExit(login)
      : this.#account.sessionOn(login))
    const first = await this.#sendOnce(login, request, fence, session)
    if ('kind' in first || !tokensDied(first)) return sentOf(first)
    try {
      await this.#ig.sessions.renew(login, session)
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error
      return { kind: 'refused', code: error.code ?? first.errorCode ?? error.kind, message: error.message }
    }
    const { dealReference } = request.body ?? {}
    if (typeof dealReference === 'string' && (await this.#mayHave(login, dealReference)))
      return { kind: 'unknown', message: 'IG ended the session as the order was sent' }
    const message = refusalInWords(first.errorCode as string)
    return {
      kind: 'refused',
      code: first.errorCode as string,
      message,
      mayPassLater: true,
      hadNoSession: true,
    }
  }

  async #mayHave(login: BrokerLogin, dealReference: string): Promise<boolean> {
    try {
      return (await this.confirm(login, dealReference)) !== null
    } catch (error) {
      if (error instanceof BrokerError || error instanceof NoReply) return true
      throw error
    }
  }

  async #sendOnce(
    login: BrokerLogin,
    request: Omit<IgRequest, 'timeout'>,
    { notAfter = Number.POSITIVE_INFINITY, isStopped, isExit }: DealFence,
    session: IgSession,
  ): Promise<IgReply | SendResult> {
    if (await isStopped?.()) return { kind: 'refused', code: stoppedCode, message: 'it was stopped' }
    if (this.#ig.clock.now() > notAfter) return tooLate
    try {
      const spending = { kind: 'trading', urgency: isExit ? 'exit' : 'usual' } as const
      return await this.#ig.send(login, { ...request, timeout: timeouts.deal }, session, spending)
    } catch (error) {
      if (!(error instanceof NoReply)) throw error
      if (!error.sent) throw new BrokerError('unreachable', 'couldn’t reach IG')
      return { kind: 'unknown', message: error.message }
    }
  }
}

/**
 * Maximum milliseconds between the times of a confirmation and its history entry. Confirmations are dated in
 * milliseconds, the history in seconds.
 */
const sameMoment = 2_000

/**
 * Returns a function that checks whether a history entry is the rejection in this confirmation. The time must also
 * match. A position keeps its deal ID, so the history may also list earlier rejections with the same deal ID.
 */
const isRejectionOf = ({ dealId: own, date: confirmedAt }: schemas.Confirm) => {
  const at = Date.parse(`${confirmedAt}Z`)
  return ({ status, dealId, date }: BrokerActivity): boolean =>
    status === 'REJECTED' && dealId !== '' && dealId === own && Math.abs(date - at) <= sameMoment
}

const noneIfRefused = (error: unknown): readonly BrokerActivity[] => {
  if (error instanceof BrokerError) return []
  throw error
}

const tooLate: SendResult = {
  kind: 'refused',
  code: 'TOO_LATE',
  message: 'the order couldn’t be sent in time',
}

const sentOf = (reply: IgReply | SendResult): SendResult => {
  if ('kind' in reply) return reply
  const receipt = schemas.DealReceipt.safeParse(reply.body)
  if (reply.status === 200 && receipt.success)
    return { kind: 'received', dealReference: receipt.data.dealReference }
  if (provesRefusal(reply))
    return {
      kind: 'refused',
      code: reply.errorCode as string,
      message: refusalInWords(reply.errorCode as string),
      ...(mayPassLater(reply.errorCode) ? { mayPassLater: true } : {}),
      ...(allowanceSpent(reply) ? { isAllowance: true } : {}),
    }
  return {
    kind: 'unknown',
    message: `IG’s response was inconclusive (HTTP ${reply.status}${reply.errorCode ? `, ${reply.errorCode}` : ''})`,
  }
}
