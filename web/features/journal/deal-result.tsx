import { useState } from 'react'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import type { TradeDetails } from '../../../shared/journal/journal.schema.ts'
import { formatLevel, formatMoney, signedMoney, signedTwoDecimals } from '../../../shared/platform/figures.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Term } from '../../components/term.tsx'
import { gainClass } from '../../lib/gain-class.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { marketOf } from '../../lib/market-of.ts'
import { signedR } from '../../lib/journal-words.ts'
import { ClosePosition } from '../../components/close-position.tsx'
import type { BrokerAccount } from '../../lib/use-broker.ts'
import { useCurrency } from '../../lib/use-currency.ts'
import { initialRisk, moneyAt } from '../../lib/position-money.ts'
import { multipleWords, RiskBar } from '../../components/risk-bar.tsx'
import { MoveStop } from './move-stop.tsx'
import type { Deal } from './use-deal.ts'

type Props = { readonly deal: Deal; readonly search: JournalSearch }

const resultClass = 'mb-1 text-figure font-semibold tracking-tight'

/** Shows a deal's result: while it is open, the running result and a button to close it; later, the booked result. */
export const DealResult = ({ deal, search }: Props) => {
  const [isClosing, setClosing] = useState(false)
  const { position, account, details } = deal
  return (
    <Card>
      {position ? (
        <OpenResult
          account={account}
          position={position}
          details={details}
          onClose={() => setClosing(true)}
        />
      ) : details && details.trade.closedAt !== null ? (
        <p className={`${resultClass} ${gainClass(details.trade.result)}`}>
          {signedMoney(details.trade.result, details.currency)}{' '}
          <span className="text-sm">
            {details.trade.r !== null && <Term name="R">{signedR(details.trade.r)}</Term>}
          </span>{' '}
          {details.trade.isOpen && <Badge tone="plain">partly open</Badge>}
        </p>
      ) : (
        <p className="text-muted">{stateOf(deal, search)}</p>
      )}
      {account && (
        <ClosePosition
          account={account}
          position={isClosing ? (position ?? null) : null}
          onDone={() => setClosing(false)}
        />
      )}
    </Card>
  )
}

/** Explains why a trade without a booked result shows no result yet. */
const stateOf = ({ details, account, positions }: Deal, search: JournalSearch) => {
  if (positions.isLoading) return 'Reading the running result...'
  if (!details?.trade.isOpen) return 'Closed. IG hasn’t booked the result yet.'
  if (search.account && search.account !== account?.accountId)
    return `Open on ${search.account}. Its running result shows while you trade on that account.`
  if (!account?.complete) return 'Open. Complete your IG settings to see its running result.'
  if (positions.error) return `Open. Its running result could not be read: ${positions.error.message}`
  return 'Closed. IG hasn’t booked the result yet.'
}

type OpenProps = {
  readonly account: BrokerAccount | undefined
  readonly position: Position
  readonly details: TradeDetails | undefined
  readonly onClose: () => void
}

const OpenResult = ({ account, position, details, onClose }: OpenProps) => {
  const [isMoving, setMoving] = useState(false)
  const ofAccount = useCurrency()
  const currency = details?.currency ?? ofAccount
  const { profitLoss, profitLossPercentage, stopLevel, limitLevel, openLevel, currentLevel } = position
  const money = (amount: number | null) => (amount === null ? '–' : signedMoney(amount, currency))
  const risk = initialRisk(position, details)
  const firstStop = details ? details.firstStop : stopLevel
  const figures = [
    ['At the stop', money(moneyAt(position, stopLevel))],
    ['At the target', money(moneyAt(position, limitLevel))],
    [`Initial risk, stop ${formatLevel(firstStop)}`, risk === null ? '–' : formatMoney(risk, currency)],
    ['Opened at, now', `${formatLevel(openLevel)} → ${formatLevel(currentLevel)}`],
    ...(details?.trade.legs.length ? [['Booked so far', money(details.trade.result)] as const] : []),
  ] as const
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className={gainClass(profitLoss)}>
          <p className={resultClass}>{money(profitLoss)}</p>
          <p className="text-sm font-medium">
            {profitLossPercentage === null ? '–' : `${signedTwoDecimals(profitLossPercentage)}%`} ·{' '}
            <Term name="R">{multipleWords({ ...position, stopLevel: firstStop ?? stopLevel })}</Term>
          </p>
        </div>
        <DealActions position={position} isMoving={isMoving} onMove={setMoving} onClose={onClose} />
      </div>
      <div className="grid text-xs text-muted">
        <RiskBar levels={position} />
        <p className="flex justify-between">
          <span>Stop {formatLevel(stopLevel)}</span>
          <span>Target {formatLevel(limitLevel)}</span>
        </p>
        {position.controlledRisk && <p>The stop is guaranteed. You can move it on IG’s platform only.</p>}
      </div>
      {account && isMoving && <MoveStop account={account} position={position} money={money} />}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4">
        {figures.map(([label, figure]) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="text-sm font-medium">{figure}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

type ActionProps = {
  readonly position: Position
  readonly isMoving: boolean
  readonly onMove: (isMoving: boolean) => void
  readonly onClose: () => void
}

const DealActions = ({ position, isMoving, onMove, onClose }: ActionProps) => {
  const named = `${marketOf(position)} ${position.dealId}`
  const look = { kind: 'quiet', className: 'pointer-coarse:h-11' } as const
  return (
    <div className="flex flex-wrap gap-2">
      {!position.controlledRisk && (
        <Button
          {...look}
          aria-expanded={isMoving}
          aria-label={`Move stop of ${named}`}
          onClick={() => onMove(!isMoving)}
        >
          Move stop
        </Button>
      )}
      <Button {...look} aria-label={`Close ${named}`} onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
