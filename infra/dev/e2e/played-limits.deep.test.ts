import { afterAll, beforeAll, expect, it } from 'vitest'
import { PastCloud, playedMarkets } from './past-cloud.ts'
import { LimitPlay } from './played-limits.ts'

/** Plays loss limits over HTTP. Each play writes a transcript, which is compared with a stored one. */

const [apple, shell, vodafone, bp, tesco, barclays] = playedMarkets
const minute = 60_000
const day = 24 * 60 * minute
/** A Monday at 11:00 in London. */
const monday = Date.UTC(2026, 2, 2, 11)

let past: PastCloud
beforeAll(async () => {
  past = await PastCloud.start(monday - 2 * minute)
})
afterAll(() => past?.stop())

const placed = { outcome: 'PLACED' }
const refusedBy = (rule: string, actual: unknown) => ({ outcome: 'REFUSED', refusedBy: { rule, actual } })
const stoppedBefore = refusedBy('no limit reached', expect.stringContaining('reached at'))
const closesOnLossToday = (amount: number) =>
  ({
    lossToday: { amount, unit: 'MONEY' },
    onReach: { lossToday: 'CLOSE', fallToday: 'STOP', drawdown: 'STOP' },
  }) as const
const savesTranscript = async (play: LimitPlay, name: string) => {
  // The next play’s day begins with the balance that is read in this minute.
  await play.minutes(1)
  await expect(play.transcript).toMatchFileSnapshot(`played-limits/${name}.txt`)
}

it('a strategy is refused an entry one second after a close that reaches its loss limit, even if the close is not booked yet', async () => {
  const play = await LimitPlay.begin(past, 'A strategy at its limit', monday)
  await past.control('/_paper/settings', { historyLagMs: 90_000 })
  const lossToday = { amount: 40, unit: 'MONEY' } as const
  await play.setStrategy('Golden Cross', { lossToday }, 'loss today: 40.00 GBP')
  expect(await play.alert(shell, 'BUY')).toMatchObject(placed)
  await play.wait(30_000)
  await play.price(shell, 0.985)
  expect(await play.alert(shell, 'CLOSE')).toMatchObject(placed)
  expect(await play.open()).toEqual([])

  await play.wait(1_000)
  const refused = await play.alert(apple, 'BUY')
  expect(refused).toMatchObject(refusedBy('loss limits', 'reached'))
  expect(refused.message).toContain('down about 45.94 GBP today (−45.94 GBP not booked yet)')
  expect(await play.alert(vodafone, 'BUY')).toMatchObject(placed)

  // When the journal books the close, the limit still counts the close only once.
  await play.minutes(3)
  expect(await play.booked()).toContain('Shell PLC -45.94')
  expect(await play.limits()).toMatchObject([{ used: 45.94 }])
  expect(await play.trips()).toMatchObject([{ strategy: 'Golden Cross', closes: false }])
  expect(await play.open()).toEqual(['BUY LSE:VOD'])
  expect(await play.alert(apple, 'BUY')).toMatchObject(stoppedBefore)
  expect(await play.alert(bp, 'BUY')).toMatchObject(placed)
  for (const market of [vodafone, bp]) expect(await play.alert(market, 'CLOSE')).toMatchObject(placed)
  await play.resume('Golden Cross')
  await past.control('/_paper/settings', { historyLagMs: 0 })
  await savesTranscript(play, 'a-strategy-at-its-limit')
})

it('a withdrawal closes nothing, even if its row in IG’s history is late', async () => {
  const play = await LimitPlay.begin(past, 'A withdrawal', monday + day)
  await play.setLimits(closesOnLossToday(200), 'loss today: 200.00 GBP, closes everything')
  expect(await play.alert(shell, 'BUY')).toMatchObject(placed)
  await play.minutes(1)

  // The row of the withdrawal arrives while the limit still waits for it, so entries are allowed again without any
  // action by the user.
  await play.moveMoney(-500, 150_000)
  await play.minutes(1)
  expect(await play.alert(bp, 'BUY')).toMatchObject(refusedBy('loss limits', 'reached'))
  await play.minutes(3)
  expect(await play.trips()).toEqual([])
  expect(await play.limits()).toMatchObject([{ used: 1.2 }])
  expect(await play.alert(bp, 'BUY')).toMatchObject(placed)

  // The row of this withdrawal arrives after the limit has stopped waiting for it, so the user must confirm the
  // withdrawal.
  await play.minutes(1)
  await play.moveMoney(-700, 8 * minute)
  await play.minutes(5)
  const unexplained = { amount: '700', currency: 'GBP' }
  expect(await play.trips()).toMatchObject([{ closes: false, closing: [], unexplained }])
  expect(await play.stopInLog()).toContain('If it was a withdrawal, confirm that on the dashboard')
  expect(await play.open()).toEqual(['BUY LSE:BP.', 'BUY LSE:SHEL'])
  expect(await play.alert(vodafone, 'BUY')).toMatchObject(stoppedBefore)
  await play.confirmWithdrawal()
  expect(await play.limits()).toMatchObject([{ used: 2.39 }])
  expect(await play.alert(vodafone, 'BUY')).toMatchObject(placed)

  // The journal books the withdrawal after the next close, and the withdrawal is still counted only once.
  await play.minutes(4)
  expect(await play.alert(vodafone, 'CLOSE')).toMatchObject(placed)
  await play.minutes(2)
  const withdrawals = ['Cash withdrawal -500.00', 'Cash withdrawal -700.00']
  expect(await play.booked()).toEqual(expect.arrayContaining(withdrawals))
  expect(await play.limits()).toMatchObject([{ used: 3.23 }])
  expect(await play.trips()).toEqual([])
  expect(await play.alert(tesco, 'BUY')).toMatchObject(placed)
  for (const market of [shell, bp, tesco]) expect(await play.alert(market, 'CLOSE')).toMatchObject(placed)
  await savesTranscript(play, 'a-withdrawal')
})

it('a limit that closes everything waits for a market that is closed when the limit trips, even until the next day', async () => {
  const play = await LimitPlay.begin(past, 'A shut market at the trip', monday + 2 * day)
  const words = 'loss today: 40.00 GBP, closes everything, until the next trading day'
  await play.setLimits({ ...closesOnLossToday(40), until: 'NEXT_DAY' }, words)
  for (const market of [shell, vodafone]) expect(await play.alert(market, 'BUY')).toMatchObject(placed)
  await play.shut(vodafone)
  await play.price(shell, 0.985)
  await play.minutes(1)
  expect(await play.open()).toEqual(['BUY LSE:VOD'])
  expect(await play.trips()).toMatchObject([{ closes: true, until: '2026-03-04T22:00:00.000Z' }])
  expect(await play.waiting()).toEqual([expect.stringContaining('isn’t open for dealing')])
  expect(await play.alert(bp, 'BUY')).toMatchObject(stoppedBefore)
  await play.openManually(barclays)
  await play.minutes(2)
  expect(await play.open()).toEqual(['BUY LSE:BARC', 'BUY LSE:VOD'])

  await play.wait(11 * 60 * minute)
  await play.minutes(1)
  expect(await play.trips()).toMatchObject([{ closes: true }])
  expect(await play.alert(bp, 'BUY')).toMatchObject(stoppedBefore)
  expect(await play.open()).toEqual(['BUY LSE:BARC', 'BUY LSE:VOD'])

  await play.price(vodafone, 1)
  await play.minutes(2)
  expect(await play.open()).toEqual(['BUY LSE:BARC'])
  expect(await play.trips()).toEqual([])
  expect(await play.alert(bp, 'BUY')).toMatchObject(placed)
  for (const market of [bp, barclays]) expect(await play.alert(market, 'CLOSE')).toMatchObject(placed)
  expect(await play.open()).toEqual([])
  await savesTranscript(play, 'a-shut-market-at-the-trip')
})

it('the fifth of five allowed trades is placed and stays open; an order that was never filled does not count', async () => {
  const play = await LimitPlay.begin(past, 'A fifth trade of five', monday + 4 * day)
  await play.setLimits({ tradesToday: 5 }, 'trades today: 5')
  await play.change({ orderType: 'LIMIT', maximumOrderAgeInMinutes: 1 })
  await play.price(barclays, 1.02)
  expect(await play.alert(barclays, 'BUY')).toMatchObject(placed)
  expect(await play.open()).toEqual(['order LSE:BARC'])
  await play.minutes(2)
  expect(await play.open()).toEqual([])
  await play.change({ orderType: 'LIMIT', maximumOrderAgeInMinutes: 60 })
  expect(await play.alert(barclays, 'BUY')).toMatchObject(placed)
  await play.deleteOrder()
  await play.minutes(2)
  expect(await play.limits()).toMatchObject([{ used: 0 }])

  await play.change({ orderType: 'MARKET' })
  const five = [apple, shell, vodafone, bp, tesco]
  for (const market of five) expect(await play.alert(market, 'BUY')).toMatchObject(placed)
  const open = ['BUY LSE:BP.', 'BUY LSE:SHEL', 'BUY LSE:TSCO', 'BUY LSE:VOD', 'BUY NASDAQ:AAPL']
  expect(await play.open()).toEqual(open)
  expect(await play.alert(barclays, 'BUY')).toMatchObject(refusedBy('loss limits', 'reached'))
  await play.minutes(2)
  expect(await play.open()).toEqual(open)
  expect(await play.trips()).toMatchObject([{ closes: false, sentence: '5 trades today; your limit is 5' }])
  expect(await play.alert(barclays, 'BUY')).toMatchObject(stoppedBefore)
  for (const market of five) expect(await play.alert(market, 'CLOSE')).toMatchObject(placed)

  // After the user resumes, the count of trades starts again at zero.
  await play.resume()
  await play.minutes(1)
  expect(await play.trips()).toEqual([])
  expect(await play.alert(barclays, 'BUY')).toMatchObject(placed)
  expect(await play.limits()).toMatchObject([
    { used: 1, sentence: '1 trade since you resumed; your limit is 5' },
  ])
  expect(await play.alert(barclays, 'CLOSE')).toMatchObject(placed)
  await play.setLimits({}, 'none')
  await savesTranscript(play, 'a-fifth-trade-of-five')
})

it('a timed exit and a loss limit close only LIVE positions while the user trades in DEMO', async () => {
  const play = await LimitPlay.begin(past, 'LIVE and DEMO at once', monday + 7 * day)
  await play.setLimits(closesOnLossToday(4), 'loss today: 4.00 GBP, closes everything', 'LIVE')
  const flatAt = { time: '11:03', zone: 'Europe/London', days: 'WEEKDAYS' } as const
  await play.setStrategy('Mean reversion', { flatAt }, 'closes its positions at 11:03 in London')
  await play.goToMode('LIVE')
  for (const market of [shell, vodafone])
    expect(await play.alert(market, 'BUY', 'LIVE')).toMatchObject(placed)
  await play.goToMode('DEMO')
  for (const market of [shell, apple]) expect(await play.alert(market, 'BUY')).toMatchObject(placed)
  await play.minutes(4)
  expect(await play.open('LIVE')).toEqual(['BUY LSE:SHEL'])

  for (const mode of ['LIVE', 'DEMO'] as const) await play.price(shell, 0.985, mode)
  await play.minutes(1)
  expect(await play.open('LIVE')).toEqual([])
  expect(await play.open()).toEqual(['BUY LSE:SHEL', 'BUY NASDAQ:AAPL'])
  expect(await play.trips()).toEqual([])
  expect(await play.alert(bp, 'BUY')).toMatchObject(placed)
  await play.goToMode('LIVE')
  expect(await play.trips()).toMatchObject([{ closes: true }])
  expect(await play.alert(bp, 'BUY', 'LIVE')).toMatchObject(stoppedBefore)
  await savesTranscript(play, 'live-and-demo-at-once')
})
