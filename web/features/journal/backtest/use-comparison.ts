import { useEffect, useMemo, useState } from 'react'
import {
  compareTrades,
  type Comparison,
  type Options,
  SkippedTime,
} from '../../../../shared/journal/backtest/compare.ts'
import {
  type Backtest,
  readBacktest,
  UnreadableBacktest,
} from '../../../../shared/journal/backtest/read-backtest.ts'
import { NotCsv } from '../../../../shared/csv/read-rows.ts'
import type { JournalTrade } from '../../../../shared/journal/journal.schema.ts'

export type Reading = { readonly backtest: Backtest } | { readonly problem: string }

/** Reads TradingView's list of trades in the browser. */
export const readFile = async (file: File): Promise<Reading> => {
  try {
    return { backtest: await readBacktest(await file.text()) }
  } catch (error) {
    if (error instanceof UnreadableBacktest || error instanceof NotCsv) return { problem: error.message }
    return { problem: 'The file has changed since you selected it. Select it again' }
  }
}

export type ComparisonOutcome = { readonly comparison: Comparison | null } | { readonly problem: string }

/**
 * Compares a strategy's trades with a backtest.
 * @returns undefined while the comparison runs, or if there is nothing to compare yet
 */
export const useComparison = (
  backtest: Backtest | undefined,
  trades: readonly JournalTrade[] | undefined,
  { zone, tolerance, multiplier, until }: Options,
): ComparisonOutcome | undefined => {
  const asked = useMemo(
    () => backtest && trades && { backtest, trades, options: { zone, tolerance, multiplier, until } },
    [backtest, trades, zone, tolerance, multiplier, until],
  )
  const [last, setLast] = useState<{ readonly asked: typeof asked; readonly compared: ComparisonOutcome }>()
  useEffect(() => {
    if (!asked) return
    let isStale = false
    const show = (compared: ComparisonOutcome) => {
      if (!isStale) setLast({ asked, compared })
    }
    compareTrades(asked.backtest, asked.trades, asked.options).then(
      (comparison) => show({ comparison }),
      (error: unknown) => {
        if (!(error instanceof SkippedTime)) throw error
        show({
          problem: `Trade ${error.trade.number} has a time that clocks in ${asked.options.zone} skip. Choose the time zone of your chart`,
        })
      },
    )
    return () => {
      isStale = true
    }
  }, [asked])
  return last?.asked === asked ? last?.compared : undefined
}
