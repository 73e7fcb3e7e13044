import { pathPart, yahooClient } from './client.ts'
import { yahooErrorFrom } from './failures.ts'

export type DividendAnswer = {
  /**
   * The last ex-dividend date that Yahoo knows, such as `2026-06-04`, often a past one; null if none is paid. The position
   * at the previous close counts.
   */
  readonly date: string | null
  /** Whether it is an exchange-traded or mutual fund, for which Yahoo has no dates although it may pay. */
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
    // Yahoo gives midnight UTC of the day.
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
