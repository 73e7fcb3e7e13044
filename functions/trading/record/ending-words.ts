import { brokerName } from '../../../shared/trading/model/broker-name.ts'
import { Big } from '../../../shared/trading/model/decimal.ts'
import { describeOrder } from '../../../shared/trading/decide.ts'
import { refusalLabel, unread } from '../../../shared/trading/sentence.ts'
import { wordsOf } from '../../../shared/trading/rules/trace.ts'
import { counted, grouped } from '../../../shared/platform/figures.ts'
import { capitalised, duration, listed } from '../../../shared/platform/words.ts'
import type { AlertOutcome } from '../ports/alert-record.ts'
import type { CloseEnding, Ending, LeftOpen, StopLeft, StopReason, WhyLeft } from '../ports/ending.ts'
import { limits } from '../ports/limits.ts'

/** Describes an alert's outcome for its trader: "Refused: open positions — 3 positions open; your limit is 3". */
export const outcomeInWords = (outcome: AlertOutcome): string => {
  const { ending, closedFirst = [], deletedFirst = [] } = outcome
  const sentence = endingInWords(ending, outcome)
    .filter((part) => part !== '')
    .join(' ')
  const first = closedFirst.filter((dealId) => !deletedFirst.includes(dealId))
  const before = listed([
    ...(first.length > 0 ? [`${listed(first)} ${first.length === 1 ? 'was' : 'were'} closed`] : []),
    ...(deletedFirst.length > 0
      ? [`${listed(deletedFirst)} ${deletedFirst.length === 1 ? 'was' : 'were'} deleted`]
      : []),
  ])
  if (before === '' || ending.kind === 'told') return sentence
  const isSure = !outcome.mayShowLater && outcome.outcome !== 'PLACED'
  return `${sentence}. Before that, ${before}${isSure ? '. The opposite position was not opened' : ''}`
}

/**
 * Explains why an alert did not become an order, without the names of outcome and rule; undefined if it became an
 * order.
 */
export const reasonOf = (outcome: AlertOutcome): string | undefined =>
  outcome.outcome === 'PLACED' ? undefined : endingInWords(outcome.ending, outcome)[1]

/** A sentence in two parts: its label, which may be empty, and the text after it. */
type Told = readonly [label: string, reason: string]

const endingInWords = (ending: Ending, outcome: AlertOutcome): Told => {
  const tell = tellings[ending.kind] as (ending: Ending, outcome: AlertOutcome) => Told
  const { name } = outcome
  return tell(name && 'market' in ending && ending.market ? { ...ending, market: name } : ending, outcome)
}

/** Describes the step of the trace that failed. */
const refusalOf = ({ trace }: AlertOutcome) => {
  const step = trace.find(({ passed }) => !passed)
  return step && { rule: step.rule, sentence: wordsOf(step).sentence }
}

const notPlaced = 'Not placed:'
const rejected = `Rejected by ${brokerName}:`

type Telling<Kind> = (ending: Extract<Ending, { readonly kind: Kind }>, outcome: AlertOutcome) => Told

const tellings: { readonly [Kind in Ending['kind']]: Telling<Kind> } = {
  rule: ({ waited }, outcome) => {
    const { rule, sentence } = refusalOf(outcome) ?? {}
    return [rule ? refusalLabel(outcome.outcome, rule) : '', `${sentence ?? ''}${waitedInWords(waited)}`]
  },
  unread: ({ needs, message, waited }) => [
    'Refused:',
    `couldn’t read ${unread[needs]} from ${brokerName} (${message}). Signalpost doesn’t trade without it${waitedInWords(waited)}`,
  ],
  brake: (_ending, outcome) => [
    'Refused:',
    `the safety brake has paused trading. ${refusalOf(outcome)?.sentence ?? ''}`,
  ],
  'user removed': () => ['Blocked:', 'the user was deleted before the alert could trade'],
  'not processed': () => [
    notPlaced,
    'Signalpost couldn’t process this alert after several attempts. No order was sent',
  ],
  'given up': ({ reason, hasClosed }) => [hasClosed ? 'Not opened:' : 'Not closed:', stopInWords(reason)],
  stopped: ({ reason }, { outcome }) =>
    outcome === 'HELD'
      ? ['Held:', `${stopInWords(reason)} before this could be sent. ${carryOut}`]
      : ['Blocked:', `${stopInWords(reason)} before the order could be sent`],
  'too late': () => [
    notPlaced,
    `the order couldn’t be sent within ${limits.claimToOrder / 1000} seconds, so it was dropped`,
  ],
  'not sent': ({ message }) => [notPlaced, `${message}. The order was not sent`],
  rejected: ({ message }) => [rejected, message],
  placed: (ending, { order }) => {
    const filled = order?.type === 'MARKET' && ending.level ? `, filled at ${grouped(ending.level)}` : ''
    return ['Placed:', `${order ? describeOrder(order, ending.market, ending) : ending.market}${filled}`]
  },
  'never confirmed': ({ after }) => [
    '',
    `Not placed, as far as ${brokerName} shows after ${duration(after)}. ${brokerName} never confirmed the order, and it isn’t in ${brokerName}’s confirmations, lists or history. We’ll notify you if it appears`,
  ],
  close: (ending, { outcome }) => closeInWords(ending, outcome),
  'orders not shown': ({ orders, market }) => [
    'Not closed:',
    `after ${limits.awaitsOrder / 60_000} minutes ${brokerName} still hasn’t shown what became of ${counted(orders, 'order')} on ${market}. Check your account at ${brokerName}`,
  ],
  'nothing came': ({ market }) => [
    'Refused:',
    `nothing to close — the order on ${market} that it waited for is not open`,
  ],
  stops: (ending, { outcome }) => stopsInWords(ending, outcome),
  'no answer': (ending) => [
    'Needs review:',
    `${brokerName} hasn’t confirmed for ${limits.needsReview / 60_000} minutes whether it ${inDoubt(ending)}. Check your account at ${brokerName}`,
  ],
  told: ({ sentence }) => ['', sentence],
}

const waitedInWords = (waited: number | undefined) =>
  waited === undefined ? '' : `. It waited ${duration(waited)} for ${brokerName}’s request limit`

const exitsWait = counted(limits.exitWaits / (24 * 3_600_000), 'day')

const stops = {
  'user removed': 'the user was removed',
  'everything stopped': 'you stopped everything',
  'trading paused': 'trading was paused',
  'strategy paused': 'the strategy was paused',
  'account changed': 'the account was changed',
  'credentials changed': 'the credentials were changed',
  cancelled: 'you cancelled it',
  'taken over': 'a newer alert closes the same',
  'never opened': `the market didn’t open for ${exitsWait}`,
  'no room': `${brokerName}’s request limit left no room for ${exitsWait}`,
} as const satisfies Record<Extract<StopReason, string>, string>

const stopInWords = (reason: StopReason): string => {
  if (typeof reason === 'string') return stops[reason]
  return 'mode' in reason ? `the mode was changed to ${reason.mode}` : `a limit was reached (${reason.limit})`
}

const carryOut = 'You can carry it out once you resume trading'

// --- closes -------------------------------------------------------------------------------------------------------------

const closeInWords = (ending: CloseEnding, outcome: AlertOutcome['outcome']): Told => {
  const { left, inFlight = 0, isUnclear } = ending
  const notShown = inFlight > 0 ? notShownInWords(inFlight) : null
  const notOpened = ending.notOpened
    ? `The opposite position was not opened${ending.notOpened === true ? '' : ' because the user was deleted'}`
    : null
  const [label, begin] = left.length > 0 ? leftOpenInWords(ending, outcome) : ['', allEndedInWords(ending)]
  if (outcome === 'HELD') return [label, `${begin}. ${carryOut}`]
  const parts = [begin, notShown, notOpened, isUnclear ? unclear : null]
  return [label, parts.filter((part) => part !== null).join('. ')]
}

/** Describes a close after which nothing is left open. */
const allEndedInWords = (ending: CloseEnding): string | null => {
  const { inFlight = 0, opensNothing } = ending
  const isPart = inFlight > 0 && !opensNothing
  if (ending.closed + ending.deleted + ending.partly.length > 0)
    return `${closedInWords(ending)}${isPart ? ', but not all' : ''}`
  return isPart || opensNothing ? null : `Nothing was open on ${onWhat(ending)}`
}

const unclear =
  'The strategy’s alerts of the same time don’t fit together. Check the strategy’s position in TradingView'

const onWhat = ({ market }: Pick<CloseEnding, 'market'>) => market ?? 'the account'

const notShownInWords = (inFlight: number) =>
  `${counted(inFlight, 'order')} couldn’t be closed because ${brokerName} doesn’t show ${inFlight === 1 ? 'it' : 'them'} yet. Send the alert again once it does`

const leftOpenInWords = (ending: CloseEnding, outcome: AlertOutcome['outcome']): Told => {
  const { left, undone = 'closed' } = ending
  const done = ending.closed + ending.deleted + ending.partly.length
  const what = `${left.length} of ${counted(done + left.length, 'deal')} on ${onWhat(ending)}`
  const still = left.map(leftInWords).join('; ')
  if (outcome === 'REJECTED') return [rejected, `${what} could not be ${undone}: ${still}`]
  const label = outcome === 'HELD' ? 'Held:' : outcome === 'BLOCKED' ? 'Blocked:' : `Not ${undone}:`
  return [label, `${what}, ${still}`]
}

const closedInWords = (ending: CloseEnding) => {
  const { closed, deleted, partly, isCancel, gone } = ending
  const what = listed([
    ...(closed > 0 ? [`closed ${counted(closed, 'deal')}`] : []),
    ...(partly.length > 0 ? [`partly closed ${counted(partly.length, 'deal')}`] : []),
    ...(deleted > 0 ? [`${isCancel ? 'cancelled' : 'deleted'} ${counted(deleted, 'working order')}`] : []),
  ])
  const parts = partly.map(([dealId, left]) =>
    left === null ? `${dealId} (no longer at ${brokerName})` : `${dealId} (${grouped(left)} still open)`,
  )
  const end = parts.length > 0 ? `: ${parts.join(', ')}` : goneInWords(closed + deleted, gone)
  return capitalised(`${what} on ${onWhat(ending)}${end}`)
}

/** Describes deals that were no longer open, because a stop or limit at IG, or the user, had closed them. */
const goneInWords = (done: number, gone: number) => {
  if (gone === 0) return ''
  if (done === 1) return ' (it was no longer open)'
  return ` (${gone === done ? 'all' : gone} of them no longer open)`
}

/**
 * Describes a deal that is still open: `DIAAAAABCD00001 (BUY 5): the market is closed` or `DIAAAAABCD00001 (BUY 5, 2
 * still open)`.
 */
export const leftInWords = (deal: LeftOpen) => {
  const { dealId, direction, size, left } = deal
  const part = new Big(left).lt(size) ? `, ${grouped(left)} still open` : ''
  const what = direction === null ? '' : ` (${direction} ${grouped(size)}${part})`
  const why = whyInWords(deal)
  return `${dealId}${what}${why === undefined ? '' : `: ${why}`}`
}

/** Texts for the trader by our own reason codes. */
const ownReasons: Readonly<Record<string, string>> = {
  NOT_SENT: 'there was no time left to send it',
  BUSY: 'another close of it is under way',
  'partly closed': `${brokerName} closed only part of it`,
  filled: 'it was filled before it could be cancelled',
}

const whyInWords = ({ message, stop, reason }: WhyLeft): string | undefined =>
  message ?? (stop ? `${stopInWords(stop)} before it could be closed` : ownReasons[reason ?? ''])

// --- stops --------------------------------------------------------------------------------------------------------------

const stopsInWords = (
  { market, moved, levels, isTrailing, others }: Extract<Ending, { kind: 'stops' }>,
  outcome: AlertOutcome['outcome'],
): Told => {
  if (others.length === 0)
    return [
      '',
      `Moved the stop of ${counted(moved, 'position')} on ${market} to ${listed(levels.map(grouped))}${isTrailing ? ', trailing from there' : ''}`,
    ]
  const all = counted(moved + others.length, 'stop')
  return [
    outcome === 'REJECTED' ? rejected : 'Not moved:',
    `${others.length} of ${all} on ${market}: ${others.map(stopLeftInWords).join('; ')}`,
  ]
}

const stopLeftInWords = ({ dealId, found, message, stop }: StopLeft) => {
  if (found === 'gone') return `${dealId}: the position is no longer open`
  if (found === 'unmoved')
    return `${dealId}: ${message ?? (stop ? stopInWords(stop) : `${brokerName} shows it unchanged`)}`
  const level = found.stopLevel === null ? 'no level' : grouped(found.stopLevel)
  return `${dealId}: its stop is at ${level}; it was moved outside Signalpost`
}

const inDoubt = (ending: Extract<Ending, { kind: 'no answer' }>): string => {
  if ('deals' in ending) return `${ending.about} ${listed(ending.deals)} on ${onWhat(ending)}`
  return ending.about === 'stop' ? 'moved the stop' : 'accepted the order'
}
