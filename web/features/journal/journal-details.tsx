import type { Currency } from '../../../shared/platform/figures.ts'
import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { BacktestCard } from './backtest/backtest-card.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { JournalFiles } from './journal-files.tsx'
import { TradeList } from './trade-list.tsx'

/** The parts of the journal below the first screen. They load when the reader scrolls near them. */
export const JournalDetails = (props: { readonly journal: Journal; readonly currency: Currency }) => (
  <>
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <Breakdowns {...props} />
      <TradeList {...props} />
    </div>
    <BacktestCard {...props} />
    <JournalFiles />
  </>
)
