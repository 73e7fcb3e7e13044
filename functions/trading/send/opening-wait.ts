import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import type { OpenPosition, TradingSettings } from '../../../shared/trading/model/snapshot.ts'
import { counted, grouped } from '../../../shared/platform/figures.ts'
import { capitalised, listed } from '../../../shared/platform/words.ts'
import { claimOf } from '../ledger/ledger.ts'
import { accountKeyOf } from '../ledger/update-ledger.ts'
import { followRolls } from '../look-up/follow-rolls.ts'
import type { AlertRecord } from '../ports/alert-record.ts'
import { type Broker, type BrokerLogin, maxEpicsPerRequest, nullIfUnanswered } from '../ports/broker.ts'
import { acceptanceName } from '../ports/deal-reference.ts'
import type { Claim, Closing, Ledger } from '../ports/ledger.ts'
import type { Ports } from '../ports/ports.ts'
import { givenUp } from './allowance-wait.ts'
import { type Deal, dealsOf, nameOf } from './closing-deals.ts'
import { failedFenceCheck } from './failed-fence-check.ts'

/**
 * Returns the intent of an exit whose market is closed for dealing; otherwise null. Such exits wait outside the queue,
 * so they block no other alert.
 */
const shutClosing = ({ intent }: Claim): Closing | null =>
  intent.kind === 'close' && intent.isShut ? intent : null

const unsentOf = (intent: Closing): readonly Deal[] =>
  dealsOf(intent).filter((deal) => intent.retry?.includes(nameOf(deal)))

/** Logs for the user that an exit waits for its market to open, and which stops protect the positions until then. */
export const waitForOpening = async (ports: Pick<Ports, 'clock' | 'store'>, alert: AlertRecord) => {
  const { clock, store } = ports
  const { alertId, userId, captured } = alert
  const { action, market } = alert.alert
  const claim = claimOf(await store.getLedger(accountKeyOf(alert)), alertId)
  const intent = claim && shutClosing(claim)
  if (!intent) return
  const positions = unsentOf(intent).flatMap(({ position }) => position ?? [])
  const where = market === everyMarket ? 'a market with open positions' : market
  const waitsFor = [
    `${where} isn’t open for dealing. ${action === 'CLOSE_ALL' ? 'The rest' : `${action} ${market}`} is carried out as soon as it opens, and doesn’t expire meanwhile`,
    ...protectionOf(positions),
  ].join('. ')
  await store.saveState(alert, 'waits', capitalised(waitsFor))
  await store.log([
    {
      userId,
      mode: captured.mode,
      type: 'ALERT',
      message: `Waiting: ${waitsFor}`,
      description: `${action} ${market}: waiting for the opening`,
      extra: { kind: 'alert', alertId, dealIds: positions.map(({ dealId }) => dealId) },
      key: `${acceptanceName(alert)}-waits-for-opening`,
      since: alert.acceptedAt,
      at: clock.now(),
    },
  ])
}

/** Returns sentences about the stops that limit the loss of positions that cannot be closed now. */
const protectionOf = (positions: readonly Pick<OpenPosition, 'stopLevel'>[]): string[] => {
  const stops = positions.flatMap(({ stopLevel }) => (stopLevel == null ? [] : grouped(stopLevel)))
  const bare = positions.length - stops.length
  return [
    ...(stops.length === 1 ? [`Your stop at ${stops[0]} stays at ${brokerName}`] : []),
    ...(stops.length > 1 ? [`Your stops at ${listed(stops)} stay at ${brokerName}`] : []),
    ...(bare > 0 ? [`Warning: ${counted(bare, 'position')} without a stop, so nothing limits the loss`] : []),
  ]
}

/**
 * Returns a function that reads which markets of an account's waiting exits are open. It reads them once per account,
 * and each run of the reconciler creates a new function.
 */
export const openMarketsReader = (broker: Pick<Broker, 'readMarkets'>) => {
  const answers = new Map<string, Promise<ReadonlySet<string>>>()
  return (login: BrokerLogin, { claims }: Pick<Ledger, 'claims'>): Promise<ReadonlySet<string>> => {
    const { userId, mode, accountId } = login
    const name = `${userId} ${mode} ${accountId}`
    const epics = claims.flatMap((claim) => {
      const intent = shutClosing(claim)
      return intent ? unsentOf(intent).map(epicOf) : []
    })
    const some = [...new Set(epics)].slice(0, maxEpicsPerRequest)
    const answer = answers.get(name) ?? readOpen(broker, login, some)
    answers.set(name, answer)
    return answer
  }
}

const epicOf = ({ position, order }: Deal): string => (position ?? order)?.epic ?? ''

const readOpen = async (
  broker: Pick<Broker, 'readMarkets'>,
  login: BrokerLogin,
  epics: readonly string[],
): Promise<ReadonlySet<string>> => {
  const markets = await broker.readMarkets(login, epics).catch(nullIfUnanswered)
  const open = markets?.filter(({ status }) => status === 'TRADEABLE') ?? []
  return new Set(open.map(({ epic }) => epic))
}

/** Minutes between two reads of the account's positions and orders, which show whether a deal was closed or rolled. */
const listsEvery = 2

/**
 * Returns whether a waiting exit must be processed: its market has opened, its deal is gone, or it may no longer be
 * sent.
 */
export const canGoOn = async (
  ports: Pick<Ports, 'clock' | 'store'> & {
    readonly broker: Pick<Broker, 'readAccount' | 'readActivity'>
    readonly openMarkets: ReturnType<typeof openMarketsReader>
  },
  claim: Claim,
  { login, ledger, settings }: { login: BrokerLogin; ledger: Ledger; settings: TradingSettings | null },
): Promise<boolean> => {
  const now = ports.clock.now()
  const reason =
    failedFenceCheck(claim, settings, now) ?? givenUp(ledger, claim.alertId, claim.claimedAt, now)
  const intent = shutClosing(claim)
  if (reason !== null || !intent) return true
  const open = await ports.openMarkets(login, ledger)
  if (unsentOf(intent).some((deal) => open.has(epicOf(deal)))) return true
  if (Math.floor(now / 60_000) % listsEvery !== 0) return false
  const lists = await ports.broker.readAccount(login).catch(nullIfUnanswered)
  if (!lists) return false
  const rolled = await followRolls(ports, login, ledger, lists).catch(nullIfUnanswered)
  const after = rolled && claimOf(rolled, claim.alertId)
  const there = new Set([...lists.positions, ...lists.workingOrders].map(({ dealId }) => dealId))
  const left = unsentOf((after && shutClosing(after)) ?? intent)
  return rolled !== null && left.some(({ dealId }) => !there.has(dealId))
}
