import { pathPart, yahooClient } from './client.ts'
import { yahooErrorFrom } from './failures.ts'

export type DividendAnswer = {
  /**
   * The last ex-dividend date that Yahoo knows, such as `2026-06-04`. It is often in the past, and null if no dividend
   * is paid. The dividend affects positions that are open at the close of the day before this date.
   */
  readonly date: string | null
  /**
   * Whether the symbol is an exchange-traded or mutual fund. Yahoo has no dates for funds, although they may pay
   * dividends.
   */
  readonly isFund: boolean
}

/** @throws YahooError */
export const readExDividendDate = async (symbol: string): Promise<DividendAnswer> => {
  try {
    const { calendarEvents, summaryDetail, quoteType } = (await yahooClient().quoteSummary(
      pathPart(symbol),
      { modules: ['calendarEvents', 'summaryDetail', 'quoteType'] },
      { validateResult: false },
    )) as Summary
    const date = calendarEvents?.exDividendDate ?? summaryDetail?.exDividendDate
    // Yahoo gives the date as midnight UTC.
    return {
      date: date instanceof Date ? date.toISOString().slice(0, 10) : null,
      isFund: funds.has(quoteType?.quoteType ?? ''),
    }
  } catch (error) {
    throw yahooErrorFrom(error)
  }
}

const funds: ReadonlySet<string> = new Set(['ETF', 'MUTUALFUND'])

type Summary = Partial<Record<'calendarEvents' | 'summaryDetail', { exDividendDate?: Date }>> & {
  readonly quoteType?: { readonly quoteType?: string }
}
