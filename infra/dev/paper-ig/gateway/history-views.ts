import { marketOf } from '../book/book.ts'
import type { Activity, Transaction } from '../book/state.ts'
import { iso, slashed } from './dates.ts'

/** @param timezoneOffset hours by which the account is ahead of UTC, because the history contains local times */
export const activityView = (entry: Activity, detailed: boolean, timezoneOffset = 0) => ({
  date: iso(entry.at + timezoneOffset * 3_600_000),
  epic: entry.epic,
  period: marketOf(entry.epic)?.expiry ?? '-',
  dealId: entry.dealId,
  channel: entry.channel,
  type: entry.type,
  status: entry.status,
  description: entry.description,
  details: detailed
    ? {
        dealReference: entry.dealReference,
        actions: entry.actions,
        marketName: marketOf(entry.epic)?.name ?? entry.epic,
        goodTillDate: entry.goodTill === null ? null : slashed(entry.goodTill),
        currency: entry.currency,
        size: entry.size,
        direction: entry.direction,
        level: entry.level,
        stopLevel: entry.stopLevel,
        stopDistance: entry.stopDistance,
        guaranteedStop: entry.guaranteedStop,
        trailingStopDistance: entry.trail?.distance ?? null,
        trailingStep: entry.trail?.step ?? null,
        limitLevel: entry.limitLevel,
        limitDistance: entry.limitDistance,
      }
    : null,
})

/** An activity in the form of versions 1 and 2: a flat object whose `result` is the description. */
export const oldActivityView = (entry: Activity) => ({
  date: slashed(entry.at).slice(2, 10).split('/').reverse().join('/'),
  time: iso(entry.at).slice(11, 16),
  epic: entry.epic,
  marketName: marketOf(entry.epic)?.name ?? entry.epic,
  period: marketOf(entry.epic)?.expiry ?? '-',
  result: entry.description,
  actionStatus: entry.status === 'ACCEPTED' ? 'ACCEPT' : 'REJECT',
  activity: entry.type,
  activityHistoryId: entry.dealId,
  channel: entry.channel,
  currency: entry.currency,
  dealId: entry.dealId,
  level: entry.level === null ? '-' : String(entry.level),
  limit: entry.limitLevel === null ? '-' : String(entry.limitLevel),
  size: `${entry.direction === 'BUY' ? '+' : '-'}${entry.size}`,
  stop: entry.stopLevel === null ? '-' : String(entry.stopLevel),
  stopType: '-',
})

/**
 * A transaction in the form that IG returns. Almost every field is text. A size begins with `+` if bought and `-` if
 * sold, and a profit begins with its currency symbol.
 */
export const transactionView = ({
  at,
  type,
  name,
  period,
  reference,
  amount,
  deal,
  isCharge,
}: Transaction) => ({
  cashTransaction: deal === null && !isCharge,
  closeLevel: deal ? String(deal.closeLevel) : '0',
  currency: '£',
  date: iso(at).slice(0, 10),
  dateUtc: iso(at),
  instrumentName: name,
  openDateUtc: iso(deal?.openedAt ?? at),
  openLevel: deal ? String(deal.openLevel) : '-',
  period,
  profitAndLoss: `£${amount.toFixed(2)}`,
  reference,
  size: deal ? `${deal.direction === 'BUY' ? '+' : '-'}${deal.size}` : '-',
  transactionType: type,
})
