import type { MarketFacts } from '../../broker/market-facts.ts'
import { BrokerError, maxEpicsPerRequest } from '../../trading/ports/broker.ts'
import type { Clock } from '../../trading/ports/ports.ts'
import { retryWithAllowance } from './retry-with-allowance.ts'

export type FactsWorld = {
  readonly clock: Clock
  /**
   * Reads at most 50 epics in one request.
   * @throws BrokerError not-found if the broker does not know one of the epics
   */
  readonly readMarketFacts: (epics: readonly string[]) => Promise<readonly MarketFacts[]>
}

/**
 * Reads the broker's facts about each epic, fifty at a time. One unknown epic makes a whole request fail, so a failed
 * request is repeated for each half of its epics. Each request waits for the request limit separately.
 * @returns the facts, and the unknown epics
 * @throws OutOfTime, BrokerError
 */
export const readFacts = async (
  { clock, readMarketFacts }: FactsWorld,
  epics: readonly string[],
  goUntil: number,
): Promise<{ readonly found: readonly MarketFacts[]; readonly unknown: readonly string[] }> => {
  const found: MarketFacts[] = []
  const unknown: string[] = []
  const read = async (some: readonly string[]): Promise<void> => {
    try {
      found.push(...(await retryWithAllowance(clock, goUntil, () => readMarketFacts(some))))
    } catch (error) {
      if (!(error instanceof BrokerError) || error.kind !== 'not-found') throw error
      if (some.length === 1) {
        unknown.push(...some)
        return
      }
      const half = Math.ceil(some.length / 2)
      await read(some.slice(0, half))
      await read(some.slice(half))
    }
  }
  for (let from = 0; from < epics.length; from += maxEpicsPerRequest)
    await read(epics.slice(from, from + maxEpicsPerRequest))
  return { found, unknown }
}
