import { pathPart, yahooClient } from './client.ts'
import { yahooErrorFrom } from './failures.ts'

export type DividendAnswer = {
  /**
   * A calendar day, `2026-06-04`: the last ex-dividend date that Yahoo knows, often one in the past; null for what pays
   * none. A position at the close before is the one that counts.
   */
  readonly date: string | null
  /** An exchange-traded or mutual fund, of which Yahoo has no dates though it may pay. */
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
    // Given as midnight UTC of the day.
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
