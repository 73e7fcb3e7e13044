import { type ComponentProps, lazy } from 'react'
import { WhenNear } from '../../components/when-near.tsx'
import type { DayCards as DayCardsNow } from './day-cards.tsx'
import type { ActionsChart as ActionsChartNow } from './actions-chart.tsx'
import type { ProfitLossChart as ProfitLossChartNow } from './profit-loss-chart.tsx'

/** What draws weighs more than the rest of the overview and is below it on most screens: it comes a moment later. */
const Actions = lazy(async () => ({ default: (await import('./actions-chart.tsx')).ActionsChart }))
const ProfitLoss = lazy(async () => ({ default: (await import('./profit-loss-chart.tsx')).ProfitLossChart }))

const Day = lazy(async () => ({ default: (await import('./day-cards.tsx')).DayCards }))

/** As high as the chart, so that nothing moves when it comes. */
const chartRoom = { actions: 'h-[12.875rem]', profitLoss: 'h-[10.625rem]' } as const

export const ActionsChart = (props: ComponentProps<typeof ActionsChartNow>) => (
  <div className={chartRoom.actions}>
    <WhenNear height={chartRoom.actions}>
      <Actions {...props} />
    </WhenNear>
  </div>
)

export const ProfitLossChart = (props: ComponentProps<typeof ProfitLossChartNow>) => (
  <div className={chartRoom.profitLoss}>
    <WhenNear height={chartRoom.profitLoss}>
      <ProfitLoss {...props} />
    </WhenNear>
  </div>
)

/** Further down than a first view reaches on most screens. */
export const DayCards = (props: ComponentProps<typeof DayCardsNow>) => (
  <WhenNear height="h-80">
    <Day {...props} />
  </WhenNear>
)
