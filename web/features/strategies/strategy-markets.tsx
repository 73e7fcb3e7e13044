import { useState } from 'react'
import type { Strategy, StrategyMarket } from '../../../shared/strategies/strategy.schema.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { formatTimestamp } from '../../lib/format.ts'
import { useExitStrategy } from './queries.ts'
import { counted, grouped } from '../../../shared/platform/figures.ts'

/** Whether IG's position matches the strategy's position; `unknown` if IG was not read. */
export const syncOf = ({ said, held }: StrategyMarket): 'in step' | 'out of step' | 'unknown' => {
  if (!held) return 'unknown'
  return held.side === said.position || (held.side === 'flat' && held.orders > 0) ? 'in step' : 'out of step'
}

type Props = { readonly strategy: Strategy; readonly mode: Mode }

/**
 * Shows each market of a strategy: the position that TradingView last reported, IG's position, and a button to close
 * the position if the two differ.
 */
export const StrategyMarkets = ({ strategy: { strategy, markets }, mode }: Props) => {
  const [asked, setAsked] = useState<StrategyMarket | null>(null)
  const exit = useExitStrategy(() => setAsked(null))
  if (markets.length === 0)
    return (
      <p className="text-sm text-muted">
        These alerts don’t include the strategy’s position. Add <code>position</code> and{' '}
        <code>prev_position</code>, as in the strategy template on the Help page.
      </p>
    )
  const isEmpty = asked?.held?.side === 'flat'
  return (
    <>
      <ul className="grid divide-y divide-line">
        {markets.map((market) => (
          <MarketRow key={market.marketAndSymbol} market={market} onExit={() => setAsked(market)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={isEmpty ? 'Mark as flat' : 'Close position'}
        description={
          isEmpty
            ? `IG has no open position for this strategy on ${asked?.marketAndSymbol ?? ''}. We’ll treat the strategy as flat there until its next alert.`
            : `This sends an exit, just as the strategy would. It closes the strategy’s ${sideInWords(asked)} of ${asked?.held?.size ?? ''} on ${asked?.marketAndSymbol ?? ''} at IG.`
        }
        confirm={isEmpty ? 'Mark as flat' : 'Close position'}
        grave={!isEmpty}
        busy={exit.isPending}
        onConfirm={() =>
          asked &&
          exit.mutate({ strategy, marketAndSymbol: asked.marketAndSymbol, mode, from: sideToLeave(asked) })
        }
      />
    </>
  )
}

/** Returns words such as "long position", or "long and short positions" if IG has both. */
const sideInWords = (market: StrategyMarket | null) =>
  market?.held?.side === 'both' ? 'long and short positions' : `${market?.held?.side ?? ''} position`

/** Returns the side of the position at IG. If IG has none, it returns the side that TradingView reported. */
const sideToLeave = ({ said, held }: StrategyMarket): 'long' | 'short' => {
  const side = held?.side === 'flat' ? said.position : held?.side
  return side === 'short' ? 'short' : 'long'
}

const MarketRow = ({ market, onExit }: { readonly market: StrategyMarket; readonly onExit: () => void }) => {
  const { marketAndSymbol, said, held, followedAt } = market
  const sync = syncOf(market)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium wrap-anywhere">{marketAndSymbol}</p>
        <p>
          TradingView: {said.position}
          {said.size !== null && said.position !== 'flat' ? ` ${grouped(said.size)}` : ''}, IG:{' '}
          {held ? heldInWords(held) : 'unknown'}
        </p>
        <p className="text-xs text-muted">
          Reported by TradingView at {formatTimestamp(said.at)}
          {sync === 'out of step' &&
            (followedAt ? `; last in sync at ${formatTimestamp(followedAt)}` : '; never in sync')}
          {sync === 'out of step' && (
            <>
              {'. '}
              <TextLink to="/dashboard/logs" search={{ q: marketAndSymbol }}>
                View the log for {marketAndSymbol}
              </TextLink>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {sync === 'in step' && <Badge tone="good">In sync</Badge>}
        {sync === 'unknown' && <Badge>Unknown</Badge>}
        {sync === 'out of step' && (
          <>
            <Badge tone="warn">Out of sync</Badge>
            <Button kind="quiet" onClick={onExit}>
              {held?.side === 'flat' ? 'Mark as flat' : 'Close'}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

const heldInWords = ({ side, size, orders }: NonNullable<StrategyMarket['held']>) =>
  [
    side === 'both'
      ? `long and short, ${grouped(size)} in total`
      : side === 'flat'
        ? 'flat'
        : `${side} ${grouped(size)}`,
    ...(orders > 0 ? [counted(orders, 'working order')] : []),
  ].join(', ')
