import { memo, useId } from 'react'
import { formatNumber } from '../../../../shared/platform/figures.ts'
import { marketPattern } from '../../../../shared/alerts/market-pattern.ts'
import { whyUnmatchable } from '../../../../shared/instruments/unmatchable.ts'
import { inputClass } from '../../../components/field.tsx'
import { Select } from '../../../components/select.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import { priceWords } from '../price-words.ts'
import { VerdictBadge } from '../verdict-badge.tsx'
import { type Choice, type Edit, lackWords } from './choices.ts'

type Props = {
  readonly choices: readonly Choice[]
  readonly onEdit: (key: string, edit: Edit) => void
}

/** Shows a row for each symbol: whether it will be added, its market, and its multiplier. */
export const MatchedRows = ({ choices, onEdit }: Props) => (
  <ul aria-label="Matched symbols" className="divide-y divide-line rounded-lg border border-line bg-panel">
    {choices.map((choice) => (
      <Row key={choice.key} choice={choice} onEdit={onEdit} />
    ))}
  </ul>
)

type RowProps = { readonly choice: Choice; readonly onEdit: Props['onEdit'] }

const Row = memo(
  ({ choice, onEdit }: RowProps) => {
    const { row, key, lacks } = choice
    const cell: CellProps = {
      choice,
      name: row.symbol || (row.markets[0]?.name ?? ''),
      reasonId: useId(),
      edit: (change) => onEdit(key, change),
    }
    return (
      <li className="grid items-start gap-x-4 gap-y-2 p-3 text-sm [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] sm:grid-cols-[minmax(9rem,1fr)_minmax(0,2.5fr)_9rem]">
        <SymbolCell {...cell} />
        <MarketCell {...cell} />
        {row.markets.length > 0 && lacks !== 'IN_LIST' && <MultiplierCell {...cell} />}
      </li>
    )
  },
  ({ choice: before }, { choice: after }) =>
    before.row === after.row &&
    before.symbol === after.symbol &&
    before.market === after.market &&
    before.multiplier === after.multiplier &&
    before.isChosen === after.isChosen &&
    before.lacks === after.lacks,
)

type CellProps = {
  readonly choice: Choice
  /** What the row is called in the names of its fields. */
  readonly name: string
  /** The id of the text that says what the row lacks. */
  readonly reasonId: string
  readonly edit: (change: Edit) => void
}

const SymbolCell = ({ choice, name, reasonId, edit }: CellProps) => {
  const { row, symbol, isChosen, lacks } = choice
  return (
    <label className="flex items-start gap-3 py-1 font-medium">
      <input
        type="checkbox"
        className="mt-0.5 size-4 accent-accent"
        aria-label={`Add ${name}`}
        checked={isChosen && lacks === null}
        disabled={lacks !== null}
        aria-describedby={lacks === null ? undefined : reasonId}
        onChange={({ target }) => edit({ isChosen: target.checked })}
      />
      {row.symbol === '' ? (
        <span className="grid min-w-0 gap-1">
          <input
            aria-label={`TradingView symbol of ${name}`}
            placeholder="LSE:VOD"
            className={inputClass}
            value={symbol}
            {...(lacks === 'SYMBOL' && lacking(reasonId))}
            onChange={({ target }) => edit({ symbol: target.value })}
          />
          {lacks === 'SYMBOL' && <Reason id={reasonId} lacks={lacks} />}
        </span>
      ) : (
        <span className="min-w-0 break-words">{row.symbol}</span>
      )}
    </label>
  )
}

const MarketCell = ({ choice, name, reasonId, edit }: CellProps) => {
  const { row, market, lacks } = choice
  return (
    <div className="grid min-w-0 gap-1">
      {row.verdict === 'CHOOSE' && row.symbol !== '' && lacks !== 'IN_LIST' ? (
        <Select
          terse
          label={`Market for ${name}`}
          value={market?.epic ?? ''}
          onChange={(epic) => edit({ epic, isChosen: true })}
          options={[
            { value: '', label: 'Choose…' },
            ...row.markets.map((each) => ({
              value: each.epic,
              label: [each.name, each.country, each.expiry, each.mid && formatNumber(each.mid), each.epic]
                .filter(Boolean)
                .join(' · '),
            })),
          ]}
        />
      ) : (
        market && (
          <span className="break-words">
            {market.name} <span className="text-muted">{market.epic}</span>
          </span>
        )
      )}
      {lacks === 'IN_LIST' ? (
        <span id={reasonId} className="text-xs text-muted">
          {lackWords.IN_LIST}
        </span>
      ) : (
        <>
          {lacks === 'CHOICE' && <Reason id={reasonId} lacks={lacks} />}
          <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-xs text-muted">
            <VerdictBadge verdict={row.verdict} />
            <span id={lacks === 'NO_MARKET' ? reasonId : undefined} className="min-w-0">
              {market ? priceWords(market, row.exchangePrice) : row.why}
            </span>
            {lacks === 'NO_MARKET' && marketPattern.test(row.symbol) && !whyUnmatchable(row.symbol) && (
              <TextLink
                to="/dashboard/instruments"
                search={{ q: row.symbol }}
                aria-label={`Search for ${row.symbol} by name`}
              >
                Search by name
              </TextLink>
            )}
          </span>
        </>
      )}
    </div>
  )
}

const MultiplierCell = ({ choice: { multiplier, lacks }, name, reasonId, edit }: CellProps) => (
  <label className="grid gap-1 text-xs text-muted">
    Price multiplier
    <input
      aria-label={`Price multiplier of ${name}`}
      inputMode="decimal"
      className={inputClass}
      value={multiplier}
      {...(lacks === 'MULTIPLIER' && lacking(reasonId))}
      onChange={({ target }) => edit({ multiplier: target.value.trim() })}
    />
    {lacks === 'MULTIPLIER' && <Reason id={reasonId} lacks={lacks} />}
  </label>
)

/** The attributes of an incomplete field. */
const lacking = (reasonId: string) => ({ 'aria-invalid': true, 'aria-describedby': reasonId })

const Reason = ({ id, lacks }: { readonly id: string; readonly lacks: keyof typeof lackWords }) => (
  <span id={id} className="text-xs font-normal text-bad">
    {lackWords[lacks]}
  </span>
)
