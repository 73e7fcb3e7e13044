import { describe, expect, it } from 'vitest'
import { calmWorld, message } from '../../../infra/dev/simulation/engine.ts'
import { anAccount, aPosition, epic } from '../../../infra/dev/testing/trading-values.ts'
import type { OpenPosition } from '../../../shared/trading/model/snapshot.ts'
import { executeAlert } from '../execute.ts'
import { closeStrategy } from './close-strategy.ts'

const captured = { mode: 'DEMO', accountId: 'ZZ1AB', credentialsVersion: 3 } as const
const exit = { strategy: 'orb', marketAndSymbol: 'NASDAQ:AAPL', from: 'long' } as const

const settled = async (positions: OpenPosition[]) => {
  const world = calmWorld({
    readAccount: async () => anAccount({ positions, readAt: world.clock.now() }),
  })
  const { ports, tables, queued } = world
  tables.accounts.set('ann#DEMO', {
    version: 1,
    claims: [],
    decided: [],
    placed: [],
    closed: [],
    lastOrderAt: {},
    owned: [
      {
        dealId: 'D1',
        dealReference: 'R1',
        accountId: 'ZZ1AB',
        strategy: 'orb',
        market: 'NASDAQ:AAPL',
        epic: 'UA.D.AAPL.DAILY.IP',
        at: world.clock.now(),
      },
    ],
  })
  await closeStrategy(ports, 'ann', captured, exit)
  await closeStrategy(ports, 'ann', captured, exit)
  const [alert] = [...tables.alerts.values()]
  await executeAlert(ports, message(alert?.alertId ?? ''))
  const state = tables.accounts.get('ann#DEMO')?.standings?.orb?.markets['NASDAQ:AAPL']
  return {
    count: tables.alerts.size,
    queued,
    outcome: [...tables.alerts.values()][0]?.outcome,
    standing: state,
  }
}

describe('an exit from the strategies page', () => {
  it('closes only the strategy’s positions, and only once if the button is pressed twice', async () => {
    const { count, outcome, standing } = await settled([
      aPosition({ epic, dealId: 'D1' }),
      aPosition({ epic, dealId: 'manually' }),
    ])
    expect(count).toBe(1)
    expect(outcome).toMatchObject({ outcome: 'PLACED', dealIds: ['D1'] })
    expect(standing).toMatchObject({ said: { position: 'flat' }, followed: { position: 'flat' } })
  })

  it('marks the strategy as flat if it has no position', async () => {
    const { outcome, standing } = await settled([])
    expect(outcome).toMatchObject({ outcome: 'REFUSED' })
    expect(standing).toMatchObject({ said: { position: 'flat' }, followed: { position: 'flat' } })
  })
})
