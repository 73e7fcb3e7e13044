import { useState, type ReactNode } from 'react'
import type { Position } from '../../../shared/deals/dealing.schema.ts'
import type { TradeDetails } from '../../../shared/journal/journal.schema.ts'
import { formatLevel, formatMoney, signedMoney, signedTwoDecimals } from '../../../shared/platform/figures.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { gainLook } from '../../lib/gain-class.ts'
import type { JournalSearch } from '../../lib/journal-search.ts'
import { marketOf } from '../../lib/market-of.ts'
import { signedR } from '../journal/words.ts'
import { ClosePosition } from './close-position.tsx'
import { moneyAt } from './position-money.ts'
import { multipleWords, RiskBar } from './risk-bar.tsx'
import type { Deal } from './use-deal.ts'

type Props = {
  readonly deal: Deal
  /** With the money that only the position gives. */
  readonly details: TradeDetails | undefined
  readonly search: JournalSearch
}

/** What a deal comes to: an open one now, with its close; a closed one as it was booked. */
export const DealResult = ({ deal, details, search }: Props) => {
  const [isClosing, setClosing] = useState(false)
  const { position, account } = deal
  return (
    <Card>
      {position ? (
        <OpenResult position={position} details={details} onClose={() => setClosing(true)} />
      ) : details && details.trade.closedAt !== null ? (
        <BookedResult details={details} />
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

const BookedResult = ({ details: { trade, currency } }: { readonly details: TradeDetails }) => (
  <p className={`text-figure font-semibold tracking-tight ${gainLook(trade.result)}`}>
    {signedMoney(trade.result, currency)}{' '}
    <span className="text-sm">{trade.r === null ? '' : signedR(trade.r)}</span>{' '}
    {trade.isOpen && <Badge tone="plain">partly open</Badge>}
  </p>
)

/** Why a trade of which nothing is booked has no result yet. */
const stateOf = ({ details, account, positions }: Deal, search: JournalSearch) => {
  if (details?.trade.isOpen && search.account && search.account !== account?.accountId)
    return `Open on ${search.account}. Its running result shows while you trade on that account.`
  if (details?.trade.isOpen && !account?.complete)
    return 'Open. Complete your IG settings to see its running result.'
  if (positions.isLoading) return 'Reading the running result...'
  if (details?.trade.isOpen && positions.error)
    return `Open. Its running result could not be read: ${positions.error.message}`
  return 'Closed. IG hasn’t booked the result yet.'
}

type OpenProps = {
  readonly position: Position
  readonly details: TradeDetails | undefined
  readonly onClose: () => void
}

const OpenResult = ({ position, details, onClose }: OpenProps) => {
  const { profitLoss, profitLossPercentage, stopLevel, limitLevel, openLevel, currentLevel } = position
  const currency = details?.currency
  const initialStop = details ? details.firstStop : stopLevel
  const atInitialStop = moneyAt(position, initialStop)
  const risk = details?.risk ?? (atInitialStop === null ? null : Math.max(0, -atInitialStop))
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className={gainLook(profitLoss)}>
          <p className="text-figure font-semibold tracking-tight">
            {profitLoss === null ? '–' : signedMoney(profitLoss, currency)}
          </p>
          <p className="text-sm font-medium">
            {profitLossPercentage === null ? '–' : `${signedTwoDecimals(profitLossPercentage)}%`} ·{' '}
            {multipleWords({ ...position, stopLevel: initialStop ?? stopLevel })}
          </p>
        </div>
        <Button
          kind="quiet"
          className="pointer-coarse:h-11"
          aria-label={`Close ${marketOf(position)} ${position.dealId}`}
          onClick={onClose}
        >
          Close
        </Button>
      </div>
      <div className="grid text-xs text-muted">
        <RiskBar levels={position} />
        <p className="flex justify-between">
          <span>Stop {formatLevel(stopLevel)}</span>
          <span>Target {formatLevel(limitLevel)}</span>
        </p>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4">
        <Figure label="At the stop">{moneyOf(moneyAt(position, stopLevel), currency)}</Figure>
        <Figure label="At the target">{moneyOf(moneyAt(position, limitLevel), currency)}</Figure>
        <Figure label={`Initial risk, stop ${formatLevel(initialStop)}`}>
          {risk === null ? '–' : formatMoney(risk, currency)}
        </Figure>
        <Figure label="Opened at, now">
          {formatLevel(openLevel)} → {formatLevel(currentLevel)}
        </Figure>
        {details && details.trade.legs.length > 0 && (
          <Figure label="Booked so far">
            {signedMoney(details.trade.result, currency)} {signedR(details.trade.r)}
          </Figure>
        )}
      </dl>
    </>
  )
}

const moneyOf = (money: number | null, currency: string | undefined) =>
  money === null ? '–' : signedMoney(money, currency)

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="text-sm font-medium">{children}</dd>
  </div>
)
