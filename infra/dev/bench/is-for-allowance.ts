import type { AlertOutcome } from '../../../functions/trading/ports/alert-record.ts'

/** Whether an alert ended because the broker's request limit was used up. */
export const isForAllowance = (outcome: AlertOutcome | null): boolean =>
  outcome?.unreadable === 'allowance' ||
  outcome?.trace.some(({ rule, passed }) => rule === 'request allowance' && !passed) === true
