import TriangleAlert from '~icons/triangle-alert'
import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { counted, type Currency, formatMoney, signedMoney } from '../../../shared/platform/figures.ts'
import { Notice } from '../../components/notice.tsx'
import { formatDate, formatTime, formatTimestamp } from '../../lib/format.ts'
import { FigureLine } from './figure-line.tsx'

type Props = { readonly journal: Journal; readonly currency: Currency }

const isMismatched = ({ proof: { balance, difference } }: Journal) => balance !== null && difference !== 0

/**
 * Confirms in one line that the journal adds up to IG's balance to the penny. The user can unfold the line to see the
 * sum.
 */
export const ProofLine = ({ journal, currency }: Props) => {
  const { proof, isComplete } = journal
  if (proof.balance === null || isMismatched(journal)) return null
  return (
    <details className="rounded-lg border border-line bg-panel px-4 text-sm">
      <summary className="cursor-pointer py-2.5 font-medium text-good marker:text-muted">
        ✓ {isComplete ? 'Adds up' : 'What was read so far adds up'} to IG’s{' '}
        {formatMoney(proof.balance, currency)}
        {proof.balanceAt && ` (${timeOf(proof.balanceAt)})`}
        {proof.leftOut > 0 && <span className="text-warn">, {counted(proof.leftOut, 'row')} left out</span>}
      </summary>
      <div className="grid max-w-xl gap-2 pt-1 pb-3">
        <ProofLines journal={journal} currency={currency} />
      </div>
    </details>
  )
}

/** Warns, at the top of the page, that the journal does not add up to IG's balance. */
export const ProofFailed = ({ journal, currency }: Props) => {
  const { difference, differsSince } = journal.proof
  return isMismatched(journal) ? (
    <Notice
      tone="bad"
      icon={TriangleAlert}
      role="alert"
      title={`IG’s balance is ${formatMoney(Math.abs(difference), currency)} ${difference > 0 ? 'higher' : 'lower'} than these rows explain${differsSince ? `, since ${formatDate(differsSince)}` : ''}`}
    >
      <p>IG may book a row late, so we keep checking for 14 days.</p>
      <div className="mt-2 grid max-w-xl gap-2">
        <ProofLines journal={journal} currency={currency} />
      </div>
    </Notice>
  ) : null
}

/** Formats a time. The date is omitted if it is today. */
const timeOf = (at: string) =>
  new Date(at).toDateString() === new Date().toDateString() ? formatTime(Date.parse(at)) : formatTimestamp(at)

const lines = [
  ['transfers', 'Deposits and withdrawals'],
  ['trades', 'Trades'],
  ['funding', 'Funding'],
  ['dividend', 'Dividend adjustments'],
  ['commission', 'Commission'],
  ['premium', 'Guaranteed stop premiums'],
  ['other', 'Other charges and payments'],
] as const

const ProofLines = ({ journal: { proof }, currency }: Props) => {
  const { start, startsOn, balance, balanceAt, leftOut } = proof
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
        <FigureLine label={startsOn ? `Balance before ${formatDate(startsOn)}` : 'Opening balance'}>
          {formatMoney(start, currency)}
        </FigureLine>
        {lines
          .filter(([name]) => proof[name] !== 0 || name === 'trades')
          .map(([name, label]) => (
            <FigureLine key={name} label={label}>
              {signedMoney(proof[name], currency)}
            </FigureLine>
          ))}
        <div className="col-span-2 my-1 border-t border-line" />
        <FigureLine label={`IG’s balance${balanceAt ? `, ${formatTimestamp(balanceAt)}` : ''}`} isStrong>
          {balance === null ? 'not read yet' : formatMoney(balance, currency)}
        </FigureLine>
      </dl>
      {leftOut > 0 && (
        <p className="text-warn">
          {counted(leftOut, 'row')} from IG left out: in another currency, or unreadable. The downloaded IG
          statement lists {leftOut === 1 ? 'that row' : 'those rows'}.
        </p>
      )}
    </>
  )
}
