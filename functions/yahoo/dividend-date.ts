import { pathPart, yahooClient } from './client.ts'
import { yahooErrorFrom } from './failures.ts'

/**
 * The last ex-dividend date that Yahoo knows, often one in the past; null for what pays none. A position at the close
 * before is the one that counts.
 * @returns a calendar day, `2026-06-04`
 * @throws YahooError
 */
export const readExDividendDate = async (symbol: string): Promise<string | null> => {
  try {
    const { calendarEvents, summaryDetail } = (await yahooClient().quoteSummary(
      pathPart(symbol),
      { modules: ['calendarEvents', 'summaryDetail'] },
      { validateResult: false },
    )) as Summary
    const date = calendarEvents?.exDividendDate ?? summaryDetail?.exDividendDate
    // Given as midnight UTC of the day.
    return date instanceof Date ? date.toISOString().slice(0, 10) : null
  } catch (error) {
    throw yahooErrorFrom(error)
  }
}

type Summary = Partial<Record<'calendarEvents' | 'summaryDetail', { exDividendDate?: Date }>>
