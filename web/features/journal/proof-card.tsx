import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { Card } from '../../components/card.tsx'
import { formatMoney, signedMoney } from '../../../shared/platform/figures.ts'
import { formatDate, formatTimestamp } from '../../lib/format.ts'
import { FigureLine } from './figure-line.tsx'

type Props = { readonly journal: Journal; readonly currency: string }

const lines = [
  ['transfers', 'Deposits and withdrawals'],
  ['trades', 'Trades'],
  ['funding', 'Funding'],
  ['dividend', 'Dividend adjustments'],
  ['commission', 'Commission'],
  ['premium', 'Guaranteed stop premiums'],
  ['other', 'Other charges and payments'],
] as const

/** What the journal claims, and what IG says: to the penny. */
export const ProofCard = ({ journal: { proof, isComplete }, currency }: Props) => {
  const { start, startsOn, balance, balanceAt, difference, differsSince, leftOut } = proof
  const booked = lines.filter(([name]) => proof[name] !== 0 || name === 'trades')
  return (
    <Card
      title="Does it add up?"
      description="Opening balance, transfers, trades and charges must add up to IG’s balance, to the penny."
    >
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
        <FigureLine label={startsOn ? `Balance before ${formatDate(startsOn)}` : 'Opening balance'}>
          {formatMoney(start, currency)}
        </FigureLine>
        {booked.map(([name, label]) => (
          <FigureLine key={name} label={label}>
            {signedMoney(proof[name], currency)}
          </FigureLine>
        ))}
        <div className="col-span-2 my-1 border-t border-line" />
        <FigureLine
          label={balanceAt ? `IG’s balance, ${formatTimestamp(balanceAt)}` : 'IG’s balance'}
          isStrong
        >
          {balance === null ? 'not read yet' : formatMoney(balance, currency)}
        </FigureLine>
      </dl>
      {balance !== null &&
        (difference === 0 ? (
          <p className="text-sm font-medium text-good">
            ✓ {isComplete ? 'It adds up' : 'Everything read so far adds up'}
          </p>
        ) : (
          <p role="alert" className="text-sm font-medium text-bad">
            ✗ IG’s balance is {formatMoney(Math.abs(difference), currency)}{' '}
            {difference > 0 ? 'higher' : 'lower'} than these rows explain
            {differsSince ? `, since ${formatDate(differsSince)}` : ''}. IG may book a row late, so we keep
            checking for 14 days.
          </p>
        ))}
      {leftOut > 0 && (
        <p className="text-sm text-warn">
          {counted(leftOut, 'row')} from IG left out: in another currency, or unreadable. The downloaded IG
          statement lists {leftOut === 1 ? 'that row' : 'those rows'}.
        </p>
      )}
    </Card>
  )
}
