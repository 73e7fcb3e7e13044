import { ModeBadge } from './mode-badge.tsx'
import type { BrokerAccount } from '../lib/use-broker.ts'
import { useIsPaper } from '../lib/use-is-paper.ts'

/** The account to which an action applies, and whether it holds real money. */
export const AccountLine = ({ account: { mode, accountId } }: { readonly account: BrokerAccount }) => (
  <p className="flex flex-wrap items-center gap-2 text-ink">
    <ModeBadge mode={mode} /> account <span className="font-mono">{accountId}</span>
    {mode === 'LIVE' && <Stakes />}
  </p>
)

const Stakes = () =>
  useIsPaper() ? (
    <span>Paper trading: no real money.</span>
  ) : (
    <span className="font-medium text-bad">This is real money.</span>
  )
