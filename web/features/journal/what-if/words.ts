import type { Estimate } from '../../../../shared/journal/what-if/estimate.ts'
import type { Counts, Effect } from '../../../../shared/journal/what-if/replay.ts'
import type { MoneySum } from '../../../../shared/journal/what-if/money.ts'
import { counted, type Currency } from '../../../../shared/platform/figures.ts'
import { listed } from '../../../../shared/platform/words.ts'
import { formatMoney } from '../../../../shared/platform/figures.ts'
import type { Estimates } from './use-replay.ts'

export const effectLabels: Readonly<Record<Effect, string>> = {
  same: 'No difference',
  refused: 'Would be refused',
  traded: 'Would trade',
  changed: 'Would trade differently',
  unknown: 'Unknown',
}

/** Returns a sentence such as “Of 214 alerts, 12 more would be refused, 3 more would trade and 9 are unknown”. */
export const countsInWords = ({ all, refused, traded, changed, unknown }: Counts): string => {
  const parts = [
    ...(refused > 0 ? [`${refused} more would be refused`] : []),
    ...(traded > 0 ? [`${traded} more would trade`] : []),
    ...(changed > 0 ? [`${changed} would trade differently`] : []),
    ...(unknown > 0 ? [`${unknown} ${unknown === 1 ? 'is' : 'are'} unknown`] : []),
  ]
  return `Of ${counted(all, 'alert')}, ${listed(parts) || 'none would end differently'}`
}

export const earlyInWords = (early: number, all: number): string =>
  `${early} of ${counted(all, 'alert')} ${early === 1 ? 'was' : 'were'} refused before Signalpost read anything from IG. What other rules would have done to ${early === 1 ? 'it' : 'them'} is mostly unknown.`

export const moneyInWords = ({ kind, alerts, made, would }: MoneySum, currency: Currency): string => {
  const count = counted(alerts, 'alert')
  switch (kind) {
    case 'booked':
      return `${count} that would be refused made ${formatMoney(made ?? 0, currency)} in your journal`
    case 'scaled':
      return `${count} with a different size made ${formatMoney(made ?? 0, currency)}; scaled to the new size, the result would be ${formatMoney(would ?? 0, currency)}`
    case 'unknown':
      return `${count}: the result is unknown, because the trade was not made, is still open, or would have had a different stop, limit or level`
  }
}

export const moneyLabels: Readonly<Record<MoneySum['kind'], string>> = {
  booked: 'Booked',
  scaled: 'Scaled',
  unknown: 'Unknown',
}

const range = (worst: number, best: number, currency: Currency) =>
  worst === best
    ? formatMoney(worst, currency)
    : `${formatMoney(worst, currency)} to ${formatMoney(best, currency)}`

export const estimateInWords = (estimate: Estimate, currency: Currency): string => {
  if (estimate.kind === 'unknown') return `Unknown: ${estimate.reason}`
  const money = range(estimate.worst, estimate.best, currency)
  return estimate.by === 'both'
    ? `Estimated: ${money}. Both the stop and the limit were reached within one minute`
    : `Estimated: ${money}, closed at the ${estimate.by}`
}

/** Summarises the estimates so far in a sentence; null if there are none. */
export const estimatesInWords = (estimates: Estimates, currency: Currency): string | null => {
  const known = [...estimates.values()].flatMap((each) => (each.kind === 'estimated' ? each : []))
  if (known.length === 0) return null
  const sum = (of: 'worst' | 'best') => known.reduce((total, each) => total + each[of], 0)
  return `${counted(known.length, 'estimated order')} would have made ${range(sum('worst'), sum('best'), currency)}`
}
