import { describe, expect, it } from 'vitest'
import { toldOutcome } from '../../../infra/dev/testing/told-outcome.ts'
import { anInstrument } from '../../../infra/dev/testing/trading-values.ts'
import { calmWorld, message } from '../../../infra/dev/simulation/engine.ts'
import { acceptAlert } from '../accept/accept.ts'
import { executeAlerts } from '../execute.ts'
import { type Broker, BrokerError } from '../ports/broker.ts'

const names = ['NASDAQ:AAPL', 'NASDAQ:MSFT', 'NASDAQ:AMZN']

/**
 * Executes alerts that arrive together, each on its own market. Each risks 0.5% of 10,000 GBP, so its size is 50 GBP ÷
 * 210 points.
 */
const burst = async (count: number, change: Partial<Broker> = {}) => {
  const world = calmWorld(change)
  world.tables.instruments = names.map((marketAndSymbol, place) =>
    anInstrument({ marketAndSymbol, igEpic: `UA.D.STOCK${place}.DAILY.IP`, riskPercent: '0.5' }),
  )
  const ids: string[] = []
  for (const market of names.slice(0, count))
    ids.push(
      ((await acceptAlert(world.ports, world.body({ id: market, market }))) as { alertId: string }).alertId,
    )
  await executeAlerts(world.ports, ids.map(message))
  const sentences = ids.map((id) => toldOutcome(world.tables.alerts.get(id)?.outcome)?.sentence)
  return { sentences, reads: world.calls.filter((call) => call === 'readEquity').length }
}

describe('orders sized by risk', () => {
  it('cause one read of the equity for a single alert', async () => {
    const { sentences, reads } = await burst(1)
    expect(sentences[0]).toMatch(/^Placed: Buy 0\.23 /)
    expect(reads).toBe(1)
  })

  it('cause only one read of the equity for a whole burst', async () => {
    const { sentences, reads } = await burst(3)
    expect(sentences.map((sentence) => sentence?.slice(0, 16))).toEqual(names.map(() => 'Placed: Buy 0.23'))
    expect(reads).toBe(1)
  })

  it('are refused if the broker doesn’t report the equity', async () => {
    const readEquity = async () => {
      throw new BrokerError('unreachable', 'IG did not answer')
    }
    const { sentences } = await burst(1, { readEquity })
    expect(sentences[0]).toMatch(/^Refused: couldn’t read what the account is worth/)
  })
})
