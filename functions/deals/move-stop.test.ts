import { afterEach, describe, expect, it } from 'vitest'
import { startIgOverPaper } from '../../infra/dev/testing/ig-over-paper.ts'
import { emptyLedger } from '../trading/ledger/ledger.ts'
import type { BrokerLogin } from '../trading/ports/broker.ts'
import type { Claim, Ledger } from '../trading/ports/ledger.ts'
import type { Reading } from '../broker/account-state.ts'
import type { QuotedPosition } from '../broker/listed-deals.ts'
import { moveStop } from './move-stop.ts'

type Paper = Awaited<ReturnType<typeof startIgOverPaper>>['paper']
let started: Paper | undefined
afterEach(() => started?.stop())

const bet = ['PAPER-DEMO-SB', 'IX.D.FTSE.DAILY.IP', 'DFB'] as const
const cfd = ['PAPER-DEMO-CFD', 'IX.D.FTSE.CFD.IP', '-'] as const

/** Buys 1 at 8,801 on paper IG, with the market at 8,800. The stop is 100 below and the limit 200 above. */
const opened = async ([accountId, epic, expiry]: typeof bet | typeof cfd = bet) => {
  const { paper, clock, broker } = await startIgOverPaper(accountId)
  started = paper
  const login: BrokerLogin = { userId: 'ann', mode: 'DEMO', accountId, credentialsVersion: 1 }
  await paper.control(`market/${epic}`, { bid: 8_800, offer: 8_801 })
  const order = {
    type: 'MARKET',
    epic,
    expiry,
    currencyCode: 'GBP',
    direction: 'BUY',
    size: '1',
    level: null,
    stopDistance: '100',
    limitDistance: '200',
    goodTill: null,
  } as const
  await broker.place(login, order, 'SP-one', { notAfter: clock.now() + 5_000 })
  await clock.sleep(60_000)
  const list = async () => (await broker.readPositions(login)).rows[0]
  const position = await list()
  if (!position) throw new Error('The position is open')
  const kept = { ledger: emptyLedger as Ledger, positions: null as Reading<QuotedPosition> | null }
  const store = {
    getLedger: async () => kept.ledger,
    savePositions: async (_login: BrokerLogin, reading: Reading<QuotedPosition>) =>
      void (kept.positions = reading),
  }
  const proofs: string[] = []
  const move = (stopLevel: number, dealId = position.dealId) =>
    moveStop({ clock, broker, store }, login, { dealId, stopLevel }, async () => void proofs.push('asked'))
  const sent = async () =>
    ((await paper.control('requests')).body as { method: string; path: string; body: unknown }[]).flatMap(
      ({ method, path, body }) => (method === 'PUT' && path.includes('/positions/otc/') ? [body] : []),
    )
  /** Runs `happens` once, after the level was checked and before the stop is sent. */
  const justBefore = (happens: () => Promise<unknown>) => {
    const { moveStop: send } = broker
    broker.moveStop = async (...given) => {
      broker.moveStop = send
      await happens()
      return send(...given)
    }
  }
  return { paper, clock, broker, login, position, list, kept, proofs, move, sent, justBefore }
}

describe.each([
  ['a spread bet', bet],
  ['a CFD', cfd],
])('the stop of %s', (_name, account) => {
  it('the stop moves to the new level in one request that keeps the limit, and the new list of positions is stored', async () => {
    const { position, move, list, sent, kept } = await opened(account)
    expect(position).toMatchObject({ stopLevel: '8701', limitLevel: '9001' })
    expect(await move(8_750.5)).toEqual({
      dealId: position.dealId,
      status: 'MOVED',
      message: 'Stop moved from 8,701 to 8,750.5',
    })
    expect(await sent()).toEqual([
      {
        guaranteedStop: false,
        stopLevel: 8_750.5,
        limitLevel: 9_001,
        trailingStop: false,
        trailingStopDistance: null,
        trailingStopIncrement: null,
      },
    ])
    expect(await list()).toMatchObject({ stopLevel: '8750.5', limitLevel: '9001' })
    expect(kept.positions?.rows).toMatchObject([{ stopLevel: '8750.5' }])
  })
})

describe('moveStop', () => {
  it.each<[string, number, string]>([
    [
      'at the current price',
      8_800,
      'Stop not moved: a stop at 8,800 would be on the wrong side of the market (8,800). Choose a lower level',
    ],
    [
      'closer than IG’s minimum',
      8_799,
      'Stop not moved: a stop at 8,799 is closer than the market’s minimum of 4 points. Choose a lower level',
    ],
  ])('refuses a stop %s, and sends nothing', async (_where, level, message) => {
    const { move, sent } = await opened()
    await expect(move(level)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message,
      details: { stop_level: message },
    })
    expect(await sent()).toEqual([])
  })

  it('does not move a guaranteed stop', async () => {
    const { paper, move, sent, position } = await opened()
    await paper.signIn()
    await paper.call(`/positions/otc/${position.dealId}`, {
      method: 'PUT',
      version: 2,
      body: { guaranteedStop: true, stopLevel: 8_500, limitLevel: null, trailingStop: false },
    })
    const before = (await sent()).length
    await expect(move(8_600)).rejects.toMatchObject({
      code: 'BROKER_REFUSED',
      message: 'Stop not moved: its stop is guaranteed and can only be moved on IG’s platform',
      details: { reason: 'guaranteed' },
    })
    expect(await sent()).toHaveLength(before)
  })

  it('refuses to move the stop if the position’s order is not confirmed', async () => {
    const { move, sent, kept } = await opened()
    kept.ledger = { ...emptyLedger, claims: [{ alertId: 'A', dealReference: 'SP-one' } as Claim] }
    await expect(move(8_750)).rejects.toMatchObject({
      code: 'BROKER_UNAVAILABLE',
      message: expect.stringContaining('its order isn’t confirmed yet') as string,
    })
    expect(await sent()).toEqual([])
  })

  it('refuses to move the stop if the market has no quote', async () => {
    const { paper, move, sent } = await opened()
    await paper.control(`market/${bet[1]}`, { bid: null, offer: null })
    await expect(move(8_750)).rejects.toMatchObject({
      code: 'BROKER_UNAVAILABLE',
      details: { reason: 'no quote' },
    })
    expect(await sent()).toEqual([])
  })

  it('reports NOT_FOUND if the position is not open', async () => {
    const { move } = await opened()
    await expect(move(8_750, 'DIAAAAZZZZ99999')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'This position is no longer open at IG',
    })
  })

  it('asks for an identity check only if the stop moves further from the market', async () => {
    const { move, proofs } = await opened()
    await move(8_750)
    expect(proofs).toEqual([])
    await move(8_690)
    expect(proofs).toEqual(['asked'])
  })

  it('asks for an identity check if the stop will no longer trail', async () => {
    const { paper, broker, login, position, move, proofs, list } = await opened()
    await paper.signIn()
    await paper.call('/accounts/preferences', { method: 'PUT', body: { trailingStopsEnabled: 'true' } })
    const { dealId, direction } = position
    const trail = { distance: '100', step: '10' }
    const change = { dealId, direction, stopBefore: '8701', stopLevel: '8700', limitLevel: '9001', trail }
    await broker.moveStop(login, change)
    expect(await list()).toMatchObject({ trail })
    await move(8_750)
    expect(proofs).toEqual(['asked'])
    expect(await list()).toMatchObject({ stopLevel: '8750', trail: null })
  })

  it('sends nothing if the identity check fails', async () => {
    const { broker, clock, login, position, sent, kept } = await opened()
    const store = { getLedger: async () => kept.ledger, savePositions: async () => undefined }
    const refuse = () => Promise.reject(new Error('not proved'))
    const asked = moveStop({ broker, clock, store }, login, { ...position, stopLevel: 8_600 }, refuse)
    await expect(asked).rejects.toThrow('not proved')
    expect(await sent()).toEqual([])
  })

  it('sends nothing if the stop is already at the level', async () => {
    const { move, sent } = await opened()
    expect(await move(8_701)).toMatchObject({ status: 'MOVED', message: 'The stop is already at 8,701' })
    expect(await sent()).toEqual([])
  })
})

describe('moveStop without an answer from IG', () => {
  const cut = (paper: Paper, apply: boolean) =>
    paper.control('faults', { method: 'PUT', path: '/positions/otc', apply, respond: 'drop' })

  it('finds the moved stop in the list, and does not send the change again', async () => {
    const { paper, move, sent } = await opened()
    await cut(paper, true)
    expect(await move(8_750)).toMatchObject({ status: 'MOVED', message: 'Stop moved from 8,701 to 8,750' })
    expect(await sent()).toHaveLength(1)
  })

  it('reports an unknown outcome if the list still shows the old stop, and does not send the change again', async () => {
    const { paper, move, sent, list } = await opened()
    await cut(paper, false)
    await expect(move(8_750)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await sent()).toHaveLength(1)
    expect(await list()).toMatchObject({ stopLevel: '8701' })
  })

  it('reports an unknown outcome if no list can be read', async () => {
    const { paper, move, sent, justBefore } = await opened()
    await cut(paper, true)
    justBefore(() =>
      paper.control('faults', { method: 'GET', path: '/positions', times: 99, respond: 'drop' }),
    )
    await expect(move(8_750)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message:
        'IG didn’t confirm whether it moved the stop. Check the position in a moment before you try again',
    })
    expect(await sent()).toHaveLength(1)
  })

  it('reports the stop’s actual level if it was moved to a different level in the meantime', async () => {
    const { paper, broker, login, position, move, sent, justBefore } = await opened()
    const { dealId, direction } = position
    const elsewhere = {
      dealId,
      direction,
      stopBefore: '8701',
      stopLevel: '8720',
      limitLevel: null,
      trail: null,
    }
    justBefore(async () => {
      await broker.moveStop(login, elsewhere)
      await cut(paper, false)
    })
    await expect(move(8_750)).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: expect.stringContaining('The stop is at 8,720 now') as string,
    })
    expect(await sent()).toHaveLength(2)
  })
})

describe('moveStop after a refusal by IG', () => {
  it('reports IG’s reason, and leaves the stop where it was', async () => {
    const { paper, move, sent, list } = await opened()
    await paper.control(`market/${bet[1]}`, { bid: 8_800, offer: 8_801, marketStatus: 'CLOSED' })
    await expect(move(8_750)).rejects.toMatchObject({
      code: 'BROKER_REFUSED',
      message: 'IG refused: the market is closed (MARKET_CLOSED)',
      details: { reason: 'MARKET_CLOSED' },
    })
    expect(await sent()).toHaveLength(1)
    expect(await list()).toMatchObject({ stopLevel: '8701' })
  })

  it('logs in and sends the stop again if the session had expired', async () => {
    const { paper, move, sent } = await opened()
    const died = { status: 401, body: { errorCode: 'error.security.client-token-invalid' } }
    await paper.control('faults', { method: 'PUT', path: '/positions/otc', apply: false, respond: died })
    expect(await move(8_750)).toMatchObject({ status: 'MOVED' })
    // The first request was refused because its session had expired.
    expect(await sent()).toHaveLength(2)
  })
})
