import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '../../../../shared/platform/env.ts'
import { writeInstrumentsCsv } from '../../../instruments/csv.ts'
import { listInstruments } from '../../../instruments/instrument-store.ts'
import {
  listWaitingBatches,
  readMatchingJob,
  saveMatchingJob,
} from '../../../instruments/matching/matching-store.ts'
import { handler as matchSymbols } from '../../job/match-symbols.ts'
import { handler as collectJournals } from '../../schedule/collect-journals.ts'
import { makePerson, type Person, useAccounts } from '../../../../infra/dev/testing/accounts.ts'
import { instrument } from '../../../../infra/dev/testing/instruments.ts'
import { useStandInIg } from '../../../../infra/dev/testing/stand-in-ig.ts'

const world = useAccounts()
const ig = useStandInIg()
let person: Person
beforeAll(() => {
  process.env[env.yahooUrl] = 'http://127.0.0.1:9/never'
})
beforeEach(async () => {
  world.aws.invocations.length = 0
  person = await makePerson()
  const { body } = await person.browser.call('getSettings')
  await person.browser.call('updateSettings', {
    ...(body as object),
    demoUsername: person.id,
    demoPassword: 'p',
    demoApiKey: `key-${person.id}`,
    demoAccountId: 'ZZ1AB',
  })
  ig.when('GET /markets', ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1])
    const term = query.get('searchTerm')
    const epics = query.get('epics')?.split(',') ?? []
    return term === null
      ? { body: { marketDetails: epics.map(details) } }
      : { body: { markets: term === 'XYZ' ? [] : [{ epic: `KA.D.${term}.DAILY.IP`, expiry: 'DFB' }] } }
  })
})

const details = (epic: string) => {
  const ticker = epic.split('.')[2] ?? ''
  return {
    instrument: {
      epic,
      name: `${ticker} PLC`,
      expiry: 'DFB',
      country: 'GB',
      newsCode: `${ticker}.L`,
      chartCode: ticker,
      marketId: `${ticker}-GB`,
    },
    snapshot: { marketStatus: 'TRADEABLE', bid: 99, offer: 101 },
  }
}

/**
 * Runs the background jobs.
 * @param time milliseconds until the run ends
 */
const runJobs = async (time = 600_000) => {
  for (const { name, payload } of world.aws.invocations.splice(0))
    if (name === 'match-symbols')
      await matchSymbols(payload, { getRemainingTimeInMillis: () => time } as never)
}
const call = (...args: Parameters<Person['browser']['call']>) => person.browser.call(...args)

const expectRows = async (rows: readonly object[]) =>
  expect(await call('getMatching')).toMatchObject({ body: { matching: { state: 'DONE', rows } } })

describe('the matching of a batch of symbols', () => {
  test('starts in the background, reports its progress, and stores its results', async () => {
    expect(await call('getMatching')).toMatchObject({ status: 200, body: { matching: null } })
    const started = await call('startMatching', { symbols: '###UK,LSE:VOD,LSE:XYZ' })
    expect(started).toMatchObject({ status: 200, body: { state: 'RUNNING', total: 2, rows: [] } })
    expect(await call('startMatching', { symbols: 'LSE:BP.' })).toMatchObject({ status: 400 })

    await runJobs()
    await expectRows([
      { symbol: 'LSE:VOD', verdict: 'EXACT', markets: [{ epic: 'KA.D.VOD.DAILY.IP' }] },
      { symbol: 'LSE:XYZ', verdict: 'NONE' },
    ])
    expect(await call('startMatching', { symbols: 'LSE:BP.' })).toMatchObject({ status: 200 })
  })

  test('shows which symbols are now in the list, in any letter case', async () => {
    await call('startMatching', { symbols: 'LSE:VOD, LSE:XYZ' })
    await runJobs()
    expect(await call('getMatching')).toMatchObject({ body: { matching: { inList: [] } } })
    await call('uploadInstruments', { file: writeInstrumentsCsv([instrument('lse:vod')]) })
    expect(await call('getMatching')).toMatchObject({ body: { matching: { inList: ['LSE:VOD'] } } })
  })

  test('runs only once if it is started several times at once', async () => {
    const starts = await Promise.all(
      ['LSE:VOD', 'LSE:BP.', 'LSE:SHEL'].map((symbols) => call('startMatching', { symbols })),
    )
    expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(world.aws.invocations).toHaveLength(1)
  })

  test('can be started six times before the user must wait, because a stopped run may continue for a minute', async () => {
    // The clock is stopped, so that the wait does not end early on a slow machine.
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let start = 1; start <= 6; start += 1) {
      expect((await call('startMatching', { symbols: 'LSE:VOD' })).status).toBe(200)
      await call('stopMatching')
    }
    expect(await call('startMatching', { symbols: 'LSE:VOD' })).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS' },
    })
    expect(world.aws.invocations).toHaveLength(6)
    vi.useRealTimers()
  })

  test('is refused at once if no symbol has an exchange, and the error shows the expected form', async () => {
    const { status, body } = await call('startMatching', { symbols: 'BP' })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      details: { symbols: 'BP has no exchange. Write it as in TradingView, such as LSE:BP' },
    })
    expect(world.aws.invocations).toEqual([])
  })

  test('names a symbol without an exchange, and matches the others', async () => {
    const why = 'BP has no exchange. Write it as in TradingView, such as LSE:BP'
    expect(await call('startMatching', { symbols: 'LSE:VOD, BP' })).toMatchObject({
      status: 200,
      body: { total: 2, rows: [{ symbol: 'BP', verdict: 'NONE', why }] },
    })
    await runJobs()
    await expectRows([
      { symbol: 'BP', why },
      { symbol: 'LSE:VOD', verdict: 'EXACT' },
    ])
  })

  test('ends if its batch is discarded', async () => {
    await call('startMatching', { symbols: 'LSE:VOD' })
    expect(await call('stopMatching')).toMatchObject({ status: 200 })
    await runJobs()
    expect(ig.calls.filter(({ path }) => path.startsWith('/markets'))).toEqual([])
    expect(await call('getMatching')).toMatchObject({ body: { matching: null } })
  })

  test('stops with IG’s reason if IG rejects the login', async () => {
    ig.when('GET /markets', { status: 401, body: { errorCode: 'error.security.client-token-invalid' } })
    ig.when('POST /session', { status: 401, body: { errorCode: 'error.security.invalid-details' } })
    await call('startMatching', { symbols: 'LSE:VOD' })
    await runJobs()
    expect(await call('getMatching')).toMatchObject({
      body: { matching: { state: 'STOPPED', note: expect.stringContaining('IG') as unknown } },
    })
  })

  test('continues in another run if the time of one run ends', async () => {
    await call('startMatching', { symbols: 'LSE:VOD' })
    await runJobs(30_000)
    expect(world.aws.invocations).toMatchObject([{ name: 'match-symbols', payload: { userId: person.id } }])
    await runJobs()
    expect(await call('getMatching')).toMatchObject({ body: { matching: { state: 'DONE' } } })
  })

  test('is reported as stopped if its run died', async () => {
    await call('startMatching', { symbols: 'LSE:VOD' })
    const job = await readMatchingJob(person.id, Date.now() + 10 * 60_000)
    expect(job).toMatchObject({ state: 'STOPPED', note: expect.stringContaining('interrupted') as unknown })
  })

  test('lists the user’s watchlists at IG', async () => {
    ig.when('GET /watchlists', {
      body: { watchlists: [{ id: '7', name: 'Mine', editable: true, deleteable: true }] },
    })
    expect(await call('listWatchlists')).toMatchObject({
      status: 200,
      body: { watchlists: [{ id: '7', name: 'Mine', isOwn: true }] },
    })
  })
})

describe('an addition of many instruments', () => {
  const names = async () => (await listInstruments(person.id)).map((row) => row.marketAndSymbol)
  const {
    marketAndSymbol: _,
    igEpic,
    yahooSymbol,
    tradingViewPriceMultiplier,
    nextDividendDate: __,
    ...figures
  } = instrument('LSE:VOD')
  const found = { igEpic, yahooSymbol, tradingViewPriceMultiplier }
  const merge = (symbols: readonly string[], preview = false, change: object = {}) =>
    call('mergeInstruments', {
      rows: symbols.map((marketAndSymbol) => ({ ...found, marketAndSymbol })),
      figures: { ...figures, ...change },
      preview,
    })

  test('adds all instruments or none, leaves existing rows unchanged, and can be undone', async () => {
    await call('uploadInstruments', { file: writeInstrumentsCsv([instrument('LSE:VOD')]) })
    const symbols = ['LSE:VOD', 'lse:bp.', 'LSE:RR.']
    expect(await merge(symbols, true)).toMatchObject({
      status: 200,
      body: { added: 2, changed: 0, removed: 0 },
    })
    expect(await names()).toEqual(['LSE:VOD'])

    expect(await merge(symbols)).toMatchObject({ body: { added: 2, changed: 0 } })
    expect(await names()).toEqual(['LSE:VOD', 'LSE:BP.', 'LSE:RR.'])
    const { body } = await call('listEarlierInstruments')
    const [earlier] = (body as { lists: { id: string; instruments: number }[] }).lists
    expect(earlier?.instruments).toBe(1)
    await call('restoreInstruments', { id: earlier?.id })
    expect(await names()).toEqual(['LSE:VOD'])
  })

  test('is refused if a symbol is duplicated or a value is invalid, and changes nothing', async () => {
    expect((await merge(['LSE:BP.', 'lse:bp.'])).status).toBe(400)
    expect((await merge(['LSE:BP.', 'LSE:RR.'], false, { maxPositionSize: '0' })).status).toBe(400)
    expect(await names()).toEqual([])
  })

  test('can contain a thousand instruments', async () => {
    const symbols = Array.from({ length: 1_000 }, (_, index) => `LSE:S${index}`)
    expect(await merge(symbols)).toMatchObject({ body: { added: 1_000 } })
  })
})

/** This test comes last, because from here on IG refuses every call within the same minute. */
test('if the minute’s request limit is used up, the run of a ten-minute-old batch ends, and only one run continues the batch in the next minute', async () => {
  ig.when('GET /markets', () => ({
    status: 403,
    body: { errorCode: 'error.public-api.exceeded-account-allowance' },
  }))
  await call('startMatching', { symbols: 'LSE:VOD' })
  const job = await readMatchingJob(person.id, Date.now())
  if (job) await saveMatchingJob({ ...job, startedAt: Date.now() - 600_000 }, Date.now())
  await runJobs()
  expect(await call('getMatching')).toMatchObject({
    body: { matching: { state: 'RUNNING', waitsUntil: expect.any(String) as string } },
  })
  expect(world.aws.invocations).toEqual([])
  const context = { getRemainingTimeInMillis: () => 240_000 } as never
  await Promise.all([collectJournals(null, context), collectJournals(null, context)])
  expect(world.aws.invocations).toMatchObject([{ name: 'match-symbols', payload: { userId: person.id } }])
  expect(await listWaitingBatches()).toEqual([])
})
