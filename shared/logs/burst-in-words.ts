import type { Burst, BurstPart } from './burst.schema.ts'
import type { Outcome } from '../trading/model/outcome.schema.ts'
import { aboutRule, type TracedRule } from '../trading/model/rule-names.ts'
import { counted } from '../platform/figures.ts'

const words: Readonly<Record<Outcome, string>> = {
  PLACED: 'placed',
  REFUSED: 'refused',
  REJECTED: 'rejected',
  EXPIRED: 'expired',
  BLOCKED: 'blocked',
  NOT_PLACED: 'not placed',
  NEEDS_REVIEW: 'need review',
  ASKED: 'awaiting approval',
  HELD: 'held',
}

const reasonOf = ({ because, rule }: BurstPart) =>
  because !== null
    ? ` (${because})`
    : rule !== null
      ? ` (rule: ${aboutRule[rule as TracedRule]?.label ?? rule})`
      : ''

/** Describes the parts of a burst, such as "12 placed; 35 refused (12 positions open; your limit is 12)". */
export const partsInWords = ({ parts }: Pick<Burst, 'parts'>): string =>
  Object.values(Object.groupBy(parts, ({ outcome }) => outcome))
    .map((same) => {
      const count = same.reduce((sum, part) => sum + part.count, 0)
      const [first] = same
      const ended = `${count} ${first ? words[first.outcome] : ''}`
      return same.length === 1 && first
        ? `${ended}${reasonOf(first)}`
        : `${ended}: ${same.map((part) => `${part.count}${reasonOf(part)}`).join(', ')}`
    })
    .join('; ')

/**
 * Describes a burst, such as "09:30:00: 47 alerts: 12 placed; 35 refused (12 positions open; your limit is 12); 4.1 s;
 * 9 requests to IG".
 * @param at the burst's time as the screen shows it
 */
export const burstInWords = (burst: Burst, at: string): string => {
  const { alerts, milliseconds, requests } = burst
  return `${at}: ${counted(alerts, 'alert')}: ${partsInWords(burst)}; ${(milliseconds / 1000).toFixed(1)} s; ${counted(requests, 'request')} to IG`
}
