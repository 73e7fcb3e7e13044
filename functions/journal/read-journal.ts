import { stepInWords } from '../../shared/trading/rules/trace.ts'
import type {
  Cost,
  Journal,
  JournalAccount,
  JournalQuery,
  JournalTrade,
  TradeDetails,
} from '../../shared/journal/journal.schema.ts'
import { Big, rounding } from '../../shared/trading/model/decimal.ts'
import { VisibleError } from '../../shared/platform/error.schema.ts'
import { calendarOf, closerOfTrade, filtered, summaryOf } from '../../shared/journal/summary.ts'
import type { DealNote } from '../../shared/journal/deal-note.ts'
import { keyed } from '../../shared/journal/ledger-row.ts'
import {
  closedAtOf,
  deriveJournal,
  moneyPerPoint,
  resultOfTrade,
  rOf,
  type Derived,
  type Trade,
  unbookedTrades,
} from '../../shared/journal/trades.ts'
import { closingKinds, type HistoryEntry } from '../../shared/journal/history.ts'
import type { AlertRecord } from '../trading/ports/alert-record.ts'
import type { Decimal, Instant } from '../../shared/platform/units.ts'
import type { RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import { journal } from '../../shared/contract/journal.ts'
import { pageAnswer } from '../http/paging.ts'
import { getUserSettings } from '../settings/settings-store.ts'
import {
  askForReading,
  type JournalHead,
  type JournalKey,
  listJournals,
  newHead,
  type RawJournal,
  readRaw,
  readTexts,
  readView,
  saveText,
} from './journal-store.ts'

/**
 * Returns the key of the journal for the requested account, or else for the account on which alerts trade. Returns null
 * if no account ID is set.
 */
const journalKeyOf = async (userId: string, asked: JournalAccount): Promise<JournalKey | null> => {
  if (asked.mode && asked.accountId) return { userId, mode: asked.mode, accountId: asked.accountId }
  const settings = await getUserSettings(userId)
  const mode = asked.mode ?? settings?.mode ?? 'DEMO'
  const accountId = settings?.credentials[mode].accountId ?? null
  return accountId === null ? null : { userId, mode, accountId }
}

/** @throws VisibleError IG_SETTINGS_INCOMPLETE; NOT_FOUND for an account that has no journal */
export const ownJournalKey = async (userId: string, asked: JournalAccount = {}): Promise<JournalKey> => {
  const key = await journalKeyOf(userId, asked)
  if (!key)
    throw new VisibleError('IG_SETTINGS_INCOMPLETE', 'IG settings incomplete: add the account ID in Settings')
  if (!asked.accountId) return key
  const journals = await listJournals(userId)
  if (!journals.some(({ mode, accountId }) => mode === key.mode && accountId === key.accountId))
    throw new VisibleError('NOT_FOUND', 'There is no journal of this account')
  return key
}

const noAccount = { accountId: '', mode: 'DEMO' as const }

/** Reads the journal. The first request for an account creates its journal, and the history is read soon after. */
export const readJournal = async (
  userId: string,
  { zone, mode: ofMode, accountId: ofAccount, ...filter }: JournalQuery,
  now: Instant,
): Promise<Journal> => {
  const asked = { mode: ofMode, accountId: ofAccount }
  const [key, journals] = await Promise.all([journalKeyOf(userId, asked), listJournals(userId)])
  const own = journals.find(({ mode, accountId }) => mode === key?.mode && accountId === key.accountId)
  if (key && !own && !asked.accountId) await askForReading(key, now)
  const head = own?.head ?? newHead
  const [view, texts] = await Promise.all([
    readView(key ?? { userId, ...noAccount }),
    readTexts(key ?? { userId, ...noAccount }),
  ])
  const accounts = journals.map(({ mode, accountId }) => ({ mode, accountId }))
  const isListed = key === null || own !== undefined
  return {
    accounts: isListed ? accounts : [...accounts, { mode: key.mode, accountId: key.accountId }],
    account: key && { mode: key.mode, accountId: key.accountId, currency: head.currency },
    readAt: head.readAt === null ? null : new Date(head.readAt).toISOString(),
    failure: head.failure,
    isComplete: head.isComplete,
    ...summaryOf(view, head.checkpoints, calendarOf(zone), {
      now,
      filter,
      tagsOf: (id) => texts.get(id)?.tags ?? [],
    }),
    tags: [...new Set([...texts.values()].flatMap(({ tags }) => tags))].toSorted(),
  }
}

const headOf = async ({ userId, mode, accountId }: JournalKey): Promise<JournalHead> =>
  (await listJournals(userId)).find((each) => each.mode === mode && each.accountId === accountId)?.head ??
  newHead

export const readTrades = async (
  userId: string,
  { zone, mode, accountId, ...request }: RequestOf<'listTrades'>,
): Promise<ResponseOf<'listTrades'>> => {
  const { offset, limit, ...filter } = request
  const key = await journalKeyOf(userId, { mode, accountId })
  if (!key) return { ...pageAnswer('', request, 0, []), sum: 0, currency: null }
  const [view, texts, head] = await Promise.all([readView(key), readTexts(key), headOf(key)])
  const found = filtered(view.trades, filter, calendarOf(zone), (id) => texts.get(id)?.tags ?? [])
  const page = found.slice(offset, offset + limit).map((trade) => tradeView(trade, texts.get(trade.id)))
  const query = { ...request, zone, mode, accountId }
  return {
    ...pageAnswer(journal.listTrades.path, query, found.length, page),
    sum: Number(found.reduce((sum, trade) => sum.plus(resultOfTrade(trade)), new Big(0))),
    currency: head.currency,
  }
}

const iso = (at: Instant) => new Date(at).toISOString()

const tradeView = (
  trade: Trade,
  text: { readonly note: string; readonly tags: readonly string[] } = { note: '', tags: [] },
): JournalTrade => ({
  id: trade.id,
  alertId: trade.alertId,
  name: trade.name,
  market: trade.market,
  strategy: trade.strategy,
  direction: trade.direction,
  isOpen: trade.isOpen,
  r: rOf(trade),
  risk: numberOrNull(trade.risk),
  costs: {
    delay: numberOrNull(trade.costs.delay),
    execution: numberOrNull(trade.costs.execution),
    exit: numberOrNull(trade.costs.exit),
  },
  closer: closerOfTrade(trade),
  openedAt: iso(trade.openedAt),
  closedAt: trade.legs.length === 0 ? null : iso(closedAtOf(trade)),
  note: text.note,
  tags: [...text.tags],
  size: Number(trade.size),
  openLevel: Number(trade.openLevel),
  closeLevel: Number(trade.legs.at(-1)?.closeLevel ?? trade.openLevel),
  result: Number(resultOfTrade(trade)),
  legs: trade.legs.map(
    ({ closedAt, size, openLevel, closeLevel, result, closer, link, reference, period }) => ({
      closedAt: iso(closedAt),
      closer,
      link,
      reference,
      period,
      size: Number(size),
      openLevel: Number(openLevel),
      closeLevel: Number(closeLevel),
      result: Number(result),
    }),
  ),
})

/** A trade, and the data from which it was derived. */
export type FoundTrade = {
  readonly key: JournalKey
  readonly trade: Trade
  readonly derived: Derived
  readonly raw: RawJournal
  readonly note: DealNote | undefined
  readonly currency: string | null
}

/** @throws VisibleError NOT_FOUND */
export const findTrade = async (userId: string, asked: RequestOf<'getTrade'>): Promise<FoundTrade> => {
  const found = await lookUpTrade(userId, asked)
  if (!found) throw noSuchTrade()
  return found
}

const lookUpTrade = async (
  userId: string,
  { tradeId, ...asked }: RequestOf<'getTrade'>,
): Promise<FoundTrade | null> => {
  const key = await journalKeyOf(userId, asked)
  if (!key) return null
  const [raw, head] = await Promise.all([readRaw(key, false), headOf(key)])
  const derived = deriveJournal(keyed(raw.rows), raw.entries, raw.notes, head.currency)
  const opened = unbookedTrades(derived.trades, raw.entries, raw.notes)
  const noteOf = ({ alertId }: Trade) => raw.notes.find((note) => note.opened && note.alertId === alertId)
  const trade = [...derived.trades, ...opened].find(
    (each) =>
      each.id === tradeId ||
      each.alertId === tradeId ||
      each.legs.some(({ dealId }) => dealId === tradeId) ||
      noteOf(each)?.dealIds.includes(tradeId),
  )
  if (!trade) return null
  return { key, trade, derived, raw, note: noteOf(trade), currency: head.currency }
}

/**
 * Saves the note and tags of a trade. The trade must be in the journal, so that there are never more notes than trades.
 * @throws VisibleError NOT_FOUND, IG_SETTINGS_INCOMPLETE
 */
export const saveTradeText = async (
  userId: string,
  { tradeId, note, tags, ...asked }: RequestOf<'saveTradeText'>,
): Promise<void> => {
  const key = await ownJournalKey(userId, asked)
  const { trades } = await readView(key)
  const isListed = trades.some(({ id }) => id === tradeId)
  const id = isListed ? tradeId : (await findTrade(userId, { tradeId, ...asked })).trade.id
  await saveText(key, id, { note, tags })
}

const noSuchTrade = () =>
  new VisibleError(
    'NOT_FOUND',
    'There is no such trade in this journal. A new one is here a minute or two after its order filled',
  )

const notFilledYet = ({ alert }: AlertRecord) =>
  new VisibleError(
    'NOT_FOUND',
    `The journal has no trade of this order for ${alert.market}. The order isn’t filled yet, or it ended without being filled. Its trade is here a minute or two after the order filled`,
  )

/** @throws VisibleError NOT_FOUND */
export const readTrade = async (
  userId: string,
  asked: RequestOf<'getTrade'>,
  getAlert: (alertId: string) => Promise<AlertRecord | null>,
): Promise<TradeDetails> => {
  const found = await lookUpTrade(userId, asked)
  if (!found) {
    const placed = await getAlert(asked.tradeId)
    throw placed?.userId === userId && placed.outcome?.order?.type === 'LIMIT'
      ? notFilledYet(placed)
      : noSuchTrade()
  }
  const { key, trade, derived, raw, note, currency } = found
  const [texts, alert] = await Promise.all([readTexts(key), note ? getAlert(note.alertId) : null])
  const dealIds = [...new Set([trade.id, ...trade.legs.map(({ dealId }) => dealId ?? trade.id)])]
  const moves = stopMovesOf(raw.entries, dealIds)
  return {
    currency,
    trade: tradeView(trade, texts.get(trade.id)),
    dealIds,
    firstStop: numberOrNull(moves[0]?.stopLevel),
    firstLimit: numberOrNull(moves[0]?.limitLevel),
    risk: numberOrNull(trade.risk),
    moves: moves.map(({ date, stopLevel, limitLevel }) => ({
      at: iso(date),
      stop: numberOrNull(stopLevel),
      limit: numberOrNull(limitLevel),
    })),
    alert: note
      ? {
          alertId: note.alertId,
          arrivedAt: iso(note.acceptedAt),
          decidedAt: iso(note.decidedAt),
          price: numberOrNull(note.alertPrice),
          level: numberOrNull(note.opened?.level),
          trace: alert?.userId === userId ? (alert.outcome?.trace ?? []).map(stepInWords) : null,
        }
      : null,
    costs: costsOf(trade, derived),
  }
}

/**
 * Returns the entries that set a stop or limit. The entry of a close is omitted, because it repeats the levels of the
 * opening.
 */
const stopMovesOf = (entries: readonly HistoryEntry[], dealIds: readonly string[]) =>
  entries
    .filter(({ actions, dealId }) =>
      actions.some((action) => !closingKinds.has(action.kind) && dealIds.includes(action.dealId ?? dealId)),
    )
    .filter(({ stopLevel, limitLevel }) => stopLevel !== null || limitLevel !== null)
    .toSorted((one, other) => one.date - other.date)

const numberOrNull = (value: Decimal | null | undefined) => (value == null ? null : Number(value))

const costsOf = (trade: Trade, derived: Derived): TradeDetails['costs'] => {
  const perPoint = moneyPerPoint(trade.legs)
  const inR = (money: number | null) =>
    money === null || trade.risk === null
      ? null
      : Number(new Big(money).div(trade.risk).round(2, rounding.nearest))
  const cost = (points: Decimal | null, size: Decimal): Cost => {
    if (points === null) return null
    const money = perPoint && Number(new Big(points).times(size).times(perPoint).round(2, rounding.nearest))
    return { points: Number(points), money, r: inR(money) }
  }
  const { delay, execution, exit } = trade.costs
  const funding = fundingOf(trade, derived)
  return {
    delay: cost(delay, trade.size),
    execution: cost(execution, trade.size),
    exit: cost(exit, trade.legs.at(-1)?.size ?? trade.size),
    funding: funding === null ? null : { points: null, money: funding, r: inR(funding) },
  }
}

/**
 * Returns a trade's funding, or null if it is unknown. A funding charge names only the instrument. It cannot be
 * assigned to a trade if another position was open on the same instrument.
 */
const fundingOf = (trade: Trade, { trades, cash }: Derived): number | null => {
  if (trade.legs.length === 0) return null
  const until = closedAtOf(trade)
  const isShared = trades.some(
    (other) =>
      other.id !== trade.id &&
      other.name === trade.name &&
      other.openedAt <= until &&
      closedAtOf(other) >= trade.openedAt,
  )
  if (isShared) return null
  const charges = cash.filter(
    ({ class: kind, name, at }) =>
      kind === 'funding' && name.includes(trade.name) && at >= trade.openedAt && at <= until + bookedWithin,
  )
  return Number(charges.reduce((sum, { amount }) => sum.plus(amount), new Big(0)))
}

/** Milliseconds within which IG books a night's funding. */
const bookedWithin = 12 * 3_600_000
