import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { BacktestCard } from './backtest/backtest-card.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { JournalFiles } from './journal-files.tsx'
import { TradeList } from './trade-list.tsx'

/** What lies below the first view of the journal, and loads when the reader comes near it. */
export const JournalDetails = (props: { readonly journal: Journal; readonly currency: string }) => (
  <>
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <Breakdowns {...props} />
      <TradeList {...props} />
    </div>
    <BacktestCard {...props} />
    <JournalFiles />
  </>
)
