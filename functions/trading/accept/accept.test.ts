import { describe, expect, it } from 'vitest'
import { acceptAlert, type AcceptPorts, logLostAlert } from './accept.ts'
import { limits } from '../ports/limits.ts'
import { calmWorld, secret } from '../../../infra/dev/simulation/engine.ts'

/** Sends a body and logs it if it can't be read, as the webhook does for an address that is within its limits. */
const refuseUnreadable = async (ports: AcceptPorts, body: string) => {
  const acceptance = await acceptAlert(ports, body)
  if (acceptance.kind === 'invalid') await logLostAlert(ports, body, acceptance)
  return acceptance
}

describe('an alert', () => {
  it('is written, queued without its secret, and identified in the answer', async () => {
    const { ports, body, tables, queued } = calmWorld()
    const accepted = await acceptAlert(ports, body())
    expect(accepted).toMatchObject({ kind: 'queued', alertId: expect.stringMatching(/^[a-z2-7]{26}$/) })
    expect(tables.alerts.size).toBe(1)
    expect(JSON.stringify([...tables.alerts.values(), ...queued])).not.toContain(secret)
    expect([...tables.alerts.values()][0]?.received).toBe(body().replace(secret, '••••'))
    expect(queued).toEqual([
      { alertId: (accepted as { alertId: string }).alertId, userId: 'ann', mode: 'DEMO' },
    ])
  })

  it('is logged with its problems and its text, but without the secret, if it can’t be read', async () => {
    const { ports, body, tables } = calmWorld()
    const unreadable = body({ action: 'PERHAPS' })
    expect(await refuseUnreadable(ports, unreadable)).toMatchObject({ kind: 'invalid', secret })
    expect([...tables.logs.values()]).toMatchObject([
      {
        message: 'An alert couldn’t be read and did not trade',
        extra: { problems: { action: expect.any(String) }, received: unreadable.replace(secret, '••••') },
      },
    ])
  })

  it('captures the mode of its secret, and the current account and credentials', async () => {
    const { ports, body, tables } = calmWorld()
    await acceptAlert(ports, body({ secret: `${secret}-live` }))
    expect([...tables.alerts.values()][0]?.captured).toEqual({
      mode: 'LIVE',
      accountId: 'ZZ1AC',
      credentialsVersion: 1,
    })
  })

  it('is recognised if it is sent twice with the same values, and is queued twice while it has no outcome', async () => {
    const { ports, body, tables, queued } = calmWorld()
    const first = await acceptAlert(ports, body({ price: '229.870' }))
    const again = await acceptAlert(ports, body({ price: 229.87 }))
    expect(again).toEqual({ ...first, kind: 'duplicate' })
    expect(tables.alerts.size).toBe(1)
    expect(queued).toHaveLength(2)
  })

  it('does not trade if its ID belongs to an earlier alert with other values, and the log shows both alerts', async () => {
    const { ports, body, tables, clock } = calmWorld()
    const first = await acceptAlert(ports, body({ id: 'order-7' }))
    const other = body({ id: 'order-7', action: 'SELL', price: '231.5' })
    expect(await acceptAlert(ports, other)).toEqual({ ...first, kind: 'duplicate' })
    clock.pass(5_000)
    expect(await acceptAlert(ports, other)).toMatchObject({ kind: 'duplicate' })
    expect([...tables.logs.values()]).toMatchObject([
      {
        type: 'ERROR',
        message: 'An alert was ignored: its ID order-7 belongs to an earlier alert',
        description: expect.stringMatching(
          /^This alert: SELL NASDAQ:AAPL at 231\.5 fired at .*Earlier alert with this ID: BUY NASDAQ:AAPL at 229\.87 fired at /,
        ),
        extra: { refused: { action: 'SELL', price: '231.5' }, first: { action: 'BUY', price: '229.87' } },
      },
    ])
  })

  it('adds nothing to the log if its ID and its values are those of an earlier alert', async () => {
    const { ports, body, tables } = calmWorld()
    await acceptAlert(ports, body({ id: 'order-7', price: '229.870' }))
    await acceptAlert(ports, body({ id: 'order-7', price: 229.87 }))
    expect(tables.logs.size).toBe(0)
  })

  it('is not accepted if it can’t be queued, and the webhook gets the error', async () => {
    const { ports, body } = calmWorld()
    const broken = {
      ...ports,
      queue: {
        send: async () => {
          throw new Error('the queue is away')
        },
      },
    }
    await expect(acceptAlert(broken, body())).rejects.toThrow('the queue is away')
    expect(await acceptAlert(ports, body())).toMatchObject({ kind: 'duplicate' })
  })

  it('is a duplicate if it has no ID and no time, and the same values arrived within the last 60 seconds', async () => {
    const { ports, body, clock } = calmWorld()
    const bare = { time: undefined, id: undefined }
    const first = await acceptAlert(ports, body(bare))
    clock.pass(limits.sameAlertWindow - 1)
    expect(await acceptAlert(ports, body(bare))).toEqual({ ...first, kind: 'duplicate' })
    clock.pass(1)
    expect(await acceptAlert(ports, body(bare))).toMatchObject({ kind: 'queued' })
  })

  it('is refused and counted if it exceeds the limit per minute', async () => {
    const { ports, body, tables } = calmWorld()
    const send = (id: number) => acceptAlert(ports, body({ id: String(id) }))
    for (let id = 1; id <= limits.alertsPerMinute; id += 1) expect((await send(id)).kind).toBe('queued')
    expect(await send(301)).toEqual({ kind: 'too-many' })
    expect(await send(302)).toEqual({ kind: 'too-many' })
    expect([...tables.refused.values()]).toMatchObject([{ userId: 'ann', mode: 'DEMO', count: 2 }])
  })

  it('is logged for the owner of its secret if it can’t be read, and not logged if the secret is unknown', async () => {
    const { ports, body, tables } = calmWorld()
    expect(await refuseUnreadable(ports, body({ action: 'UP' }))).toMatchObject({
      kind: 'invalid',
      problems: { action: expect.any(String) },
    })
    expect([...tables.logs.values()]).toMatchObject([{ userId: 'ann', type: 'ERROR' }])
    await refuseUnreadable(ports, body({ action: 'UP', secret: 'x'.repeat(32) }))
    expect(tables.logs.size).toBe(1)
  })

  it.each([undefined, 'x'.repeat(32)])(
    'gets the answer for an unknown secret if its secret is %s',
    async (wrong) => {
      const { ports, body } = calmWorld()
      expect(await acceptAlert(ports, body({ secret: wrong }))).toMatchObject({ kind: 'unknown-secret' })
    },
  )
})
