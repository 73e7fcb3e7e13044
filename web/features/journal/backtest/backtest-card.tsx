import type { Currency } from '../../../../shared/platform/figures.ts'
import { useState } from 'react'
import type { Journal } from '../../../../shared/journal/journal.schema.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { loadWhenOpen } from '../../../components/load-when-open.tsx'

const BacktestComparison = loadWhenOpen(
  async () => (await import('./backtest-comparison.tsx')).BacktestComparison,
)

type Props = { readonly journal: Journal; readonly currency: Currency }

/** Compares a strategy's trades with its backtest. The code of the comparison is loaded when the user opens it. */
export const BacktestCard = (props: Props) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Backtest against live"
      description="Compare a strategy’s trades with its backtest: TradingView’s list of trades (CSV). The file is read in this tab and sent nowhere."
    >
      {!isOpen && (
        <Button className="justify-self-start" onClick={() => setOpen(true)}>
          Compare with a backtest
        </Button>
      )}
      <BacktestComparison open={isOpen} {...props} />
    </Card>
  )
}
