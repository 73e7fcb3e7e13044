import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeInstrumentsCsv } from '../../../instruments/csv.ts'
import { keepEarlierList } from '../../../instruments/earlier-lists.ts'
import { listInstruments } from '../../../instruments/instrument-store.ts'
import { callEndpoint } from '../../../../infra/dev/testing/call-endpoint.ts'
import { startEmbeddedDynamoDb } from '../../../../infra/dev/testing/embedded-dynamodb.ts'
import { instrument } from '../../../../infra/dev/testing/instruments.ts'
import { replaceInstruments } from '../../../../infra/dev/testing/replace-instruments.ts'
import { defaultTradingRules } from '../../../../shared/settings/trading-settings.ts'
import { saveSettings } from '../../../settings/settings-store.ts'
import { handler as addInstrument } from './add-instrument.ts'
import { handler as removeInstrument } from './remove-instrument.ts'
import { handler as exportInstruments } from './export-instruments.ts'
import { handler as listEarlierInstruments } from './list-earlier-instruments.ts'
import { handler as listHandler } from './list-instruments.ts'
import { handler as mergeInstruments } from './merge-instruments.ts'
import { handler as previewInstruments } from './preview-instruments.ts'
import { handler as restoreInstruments } from './restore-instruments.ts'
import { handler as searchInstruments } from './search-instruments.ts'
import { handler as updateInstrument } from './update-instrument.ts'
import { throttles } from '../../../aws/throttle.ts'
import { handler as uploadInstruments } from './upload-instruments.ts'

const caller = vi.hoisted(() => ({ userId: '', isAdmin: false, provedAt: 0, provedBy: 'password' }))
vi.mock('../../../accounts/find-caller.ts', () => ({ findCaller: () => Promise.resolve(caller) }))

/** The user's log entries, recorded here because the log store has its own tests. */
const logged: [string, string][] = []
vi.mock('../../../logs/user-log.ts', () => ({
  logForUser: (userId: string, { message }: { message: string }) => {
    logged.push([userId, message])
    return Promise.resolve()
  },
}))

let stop: () => Promise<void>
beforeAll(async () => {
  process.env.SITE_ORIGIN = 'https://signals.example.com'
  stop = (await startEmbeddedDynamoDb()).stop
})
afterAll(() => stop())

let users = 0
beforeEach(() => {
  users += 1
  logged.length = 0
  caller.userId = `user-${users}`
})

const some = [
  instrument('LSE:VOD', {
    igEpic: 'KA.D.VOD.DAILY.IP',
    yahooSymbol: 'VOD.L',
    nextDividendDate: '2026-06-04',
  }),
  instrument('NASDAQ:AAPL', { igEpic: 'UA.D.AAPL.DAILY.IP', yahooSymbol: 'AAPL' }),
  instrument('TVC:UKX', { yahooSymbol: '^FTSE' }),
  instrument('NYSE:A', { igEpic: '', yahooSymbol: '' }),
]

const upload = (rows: readonly ReturnType<typeof instrument>[]) =>
  callEndpoint(uploadInstruments, { method: 'POST', csv: writeInstrumentsCsv(rows) })
const namesNow = async () => (await listInstruments(caller.userId)).map((row) => row.marketAndSymbol)

describe('an upload of instruments', () => {
  test('is limited per hour, because each upload stores the previous list', async () => {
    // The clock is stopped, so that the wait does not end early on a slow machine.
    vi.useFakeTimers({ toFake: ['Date'] })
    const mine = caller.userId
    caller.userId = 'uploads-all-day'
    const csv = writeInstrumentsCsv([instrument('LSE:VOD')])
    const statuses: number[] = []
    for (let turn = 0; turn < throttles.lists.free + 2; turn += 1)
      statuses.push((await callEndpoint(uploadInstruments, { method: 'POST', csv })).status)
    caller.userId = mine
    vi.useRealTimers()
    expect(statuses.filter((status) => status === 200)).toHaveLength(throttles.lists.free)
    expect(statuses.at(-1)).toBe(429)
  })

  test('has a preview of added, changed and removed rows, which changes nothing', async () => {
    await replaceInstruments(caller.userId, some)
    const csv = writeInstrumentsCsv([
      instrument('LSE:VOD', { igEpic: 'KA.D.VOD.DAILY.IP', yahooSymbol: 'VOD.L', maxPositionSize: '7' }),
      instrument('LSE:NEW'),
    ])
    const { json } = await callEndpoint(previewInstruments, { method: 'POST', csv })
    expect(json).toMatchObject({ added: 1, changed: 1, removed: 3 })
    expect(json.rows).toEqual([
      ...['NASDAQ:AAPL', 'TVC:UKX', 'NYSE:A'].map((name) => ({
        kind: 'removed',
        marketAndSymbol: name,
        details: [],
      })),
      {
        kind: 'changed',
        marketAndSymbol: 'LSE:VOD',
        details: [expect.stringMatching(/^Max Position Size: \d+ → 7$/)],
      },
      { kind: 'added', marketAndSymbol: 'LSE:NEW', details: [] },
    ])
    expect(await namesNow()).toHaveLength(4)
  })

  test('stores the previous list, which can be restored whole; restoring it stores the current list', async () => {
    await replaceInstruments(caller.userId, some)
    const before = await listInstruments(caller.userId)
    await upload([instrument('LSE:NEW')])
    expect(await namesNow()).toEqual(['LSE:NEW'])
    const listed = async () => (await callEndpoint(listEarlierInstruments)).json.lists as { id: string }[]
    const [kept] = await listed()
    expect(kept).toMatchObject({ instruments: 4 })
    const { json } = await callEndpoint(restoreInstruments, {
      method: 'POST',
      path: { id: kept?.id ?? '' },
    })
    expect(json.message).toBe('List restored: 4 added, 0 changed, 1 removed')
    expect(await listInstruments(caller.userId)).toEqual(before)
    expect(await listed()).toMatchObject([{ instruments: 1 }, { instruments: 4 }])
  })

  test('keeps at most the newest 30 previous lists', async () => {
    for (let day = 1; day <= 31; day += 1)
      await keepEarlierList(caller.userId, some, Date.now() - day * 60_000)
    await upload([instrument('LSE:NEW')])
    await upload([instrument('LSE:NEWER')])
    const lists = (await callEndpoint(listEarlierInstruments)).json.lists as { instruments: number }[]
    expect(lists.map(({ instruments }) => instruments)).toEqual([1, ...Array<number>(29).fill(4)])
  })

  test('stores no previous list if nothing changes', async () => {
    await replaceInstruments(caller.userId, some)
    await upload(some)
    expect((await callEndpoint(listEarlierInstruments)).json.lists).toEqual([])
    const gone = await callEndpoint(restoreInstruments, {
      method: 'POST',
      path: { id: '2026-01-01T00:00:00.000Z' },
    })
    expect(gone.status).toBe(404)
  })

  test('stores a previous list of thousands of instruments, which can be restored whole', async () => {
    const many = Array.from({ length: 6_000 }, (_, index) => instrument(`LSE:S${index}`))
    await replaceInstruments(caller.userId, many)
    await upload([instrument('LSE:NEW')])
    const [kept] = (await callEndpoint(listEarlierInstruments)).json.lists as { id: string }[]
    await callEndpoint(restoreInstruments, { method: 'POST', path: { id: kept?.id ?? '' } })
    expect(await namesNow()).toEqual(many.map((row) => row.marketAndSymbol))
  })
})

describe('larger position sizes', () => {
  const trades = (mode: 'DEMO' | 'LIVE', version = 1) => {
    const credentials = { accountId: caller.userId, version: 1, missing: [] }
    return saveSettings({
      userId: caller.userId,
      version,
      mode,
      rules: defaultTradingRules,
      tradingPause: null,
      credentials: { DEMO: credentials, LIVE: credentials },
    })
  }
  const [vodafone] = some.map((row) => ({ ...row, maxPositionSize: '1000' }))
  const larger = instrument('LSE:VOD', { maxPositionSize: '1000.01' })
  const added = instrument('LSE:NEW', { maxPositionSize: '1001' })
  const change = (row: typeof larger) => ({ method: 'POST', body: row }) as const
  const ways = {
    upload: () => upload([larger]),
    update: async () => {
      const [row] = await listInstruments(caller.userId)
      return callEndpoint(updateInstrument, {
        ...change(larger),
        method: 'PUT',
        path: { id: row?.id ?? '' },
      })
    },
    add: () => callEndpoint(addInstrument, change(added)),
    merge: () => {
      const { marketAndSymbol, igEpic, yahooSymbol, tradingViewPriceMultiplier, ...figures } = added
      const rows = [{ marketAndSymbol, igEpic, yahooSymbol, tradingViewPriceMultiplier }]
      return callEndpoint(mergeInstruments, { method: 'POST', body: { rows, figures, preview: false } })
    },
  }

  test.each(Object.entries(ways))(
    'require the user to prove their identity again in LIVE if they are set by %s',
    async (_, way) => {
      if (!vodafone) return
      await replaceInstruments(caller.userId, [vodafone])
      await trades('LIVE')
      caller.provedAt = Date.now() / 1000 - 11 * 60
      expect(await way()).toMatchObject({ status: 403, json: { code: 'STEP_UP_REQUIRED' } })
      expect(await listInstruments(caller.userId)).toMatchObject([vodafone])
      expect((await callEndpoint(listEarlierInstruments)).json.lists).toEqual([])
      caller.provedAt = Date.now() / 1000
      expect((await way()).status).toBe(200)
    },
  )

  test('need no proof of identity in DEMO, and smaller sizes never need one', async () => {
    if (!vodafone) return
    caller.provedAt = 0
    await replaceInstruments(caller.userId, [vodafone])
    await trades('LIVE')
    expect((await upload([{ ...vodafone, maxPositionSize: '999' }])).status).toBe(200)
    await trades('DEMO', 2)
    expect((await upload([larger])).status).toBe(200)
  })
})

describe('an upload of an exported list', () => {
  test('changes nothing in the list from which it was exported', async () => {
    const odd = [
      ...some,
      instrument('X:A', { yahooSymbol: '=HYPERLINK("X")' }),
      instrument('X:B', { yahooSymbol: "'=A" }),
      instrument('X:C', { yahooSymbol: '@SUM;=1+1' }),
      instrument('-2:5', { maxPositionSize: '0.00000001', tradingViewPriceMultiplier: '1000000' }),
      // Two rows have the same Yahoo symbol, and only one of them has a date.
      instrument('LSE:VOD2', { yahooSymbol: 'VOD.L' }),
    ]
    await replaceInstruments(caller.userId, odd)
    const before = await listInstruments(caller.userId)
    const { text, headers } = await callEndpoint(exportInstruments)
    expect(headers['content-disposition']).toBe('attachment; filename="instruments.csv"')
    for (const cell of parse(text, { bom: true }).flat()) expect(cell).not.toMatch(/^[=+\-@]/)
    const { status, json } = await callEndpoint(uploadInstruments, { method: 'POST', csv: text })
    expect({ status, ...json }).toEqual({ status: 200, message: '9 instruments uploaded successfully' })
    expect(await listInstruments(caller.userId)).toEqual(before)
  })

  test('keeps a known date for the same Yahoo symbol, even if the instrument’s name changes', async () => {
    await replaceInstruments(caller.userId, some)
    const csv = writeInstrumentsCsv([
      instrument('LON:VOD', { yahooSymbol: 'VOD.L' }),
      instrument('NASDAQ:AAPL', { yahooSymbol: 'AAPL', nextDividendDate: '2026-08-10' }),
    ])
    await callEndpoint(uploadInstruments, { method: 'POST', csv })
    expect((await listInstruments(caller.userId)).map((row) => row.nextDividendDate)).toEqual([
      '2026-06-04',
      '2026-08-10',
    ])
  })

  test('is refused with the row number if one of 10,000 rows has a bad cell, and keeps the old list', async () => {
    await replaceInstruments(caller.userId, some)
    const rows = Array.from({ length: 10_000 }, (_, index) => instrument(`LSE:S${index}`))
    // The header is row 1.
    rows[6_999] = instrument('LSE:BAD', { maxPositionSize: 'lots' })
    const { status, json } = await callEndpoint(uploadInstruments, {
      method: 'POST',
      csv: writeInstrumentsCsv(rows),
    })
    expect(status).toBe(400)
    expect(json).toMatchObject({
      code: 'INVALID_CSV',
      message: expect.stringContaining('row 7001, Max Position Size: Must be a number above 0') as string,
      details: { count: 1, problems: [{ row: 7001, column: 'Max Position Size' }] },
    })
    expect(await listInstruments(caller.userId)).toMatchObject(some)
  })
})

describe('an edit of an instrument', () => {
  const edit = (id: string, body: Record<string, unknown>) =>
    callEndpoint(updateInstrument, { method: 'PATCH', path: { id }, body })
  const wire = (change: Record<string, unknown> = {}) => ({
    market_and_symbol: 'LSE:VOD',
    ig_epic: 'KA.D.VOD.DAILY.IP',
    yahoo_symbol: 'VOD.L',
    atr_stop_loss_period: 7,
    atr_stop_loss_multiple_percentage: '150',
    atr_profit_target_period: 14,
    atr_profit_multiple_percentage: '400',
    max_position_size: '2500.5',
    opening_price_multiple_percentage: '100.2',
    trading_view_price_multiplier: '1',
    next_dividend_date: null,
    ...change,
  })

  test('changes only the edited row, which keeps its place', async () => {
    await replaceInstruments(caller.userId, some)
    const before = await listInstruments(caller.userId)
    const id = before[0]?.id ?? ''
    const { status, json } = await edit(id, wire())
    expect(status).toBe(200)
    expect(json).toMatchObject({ id, maxPositionSize: '2500.5', nextDividendDate: null })
    const after = await listInstruments(caller.userId)
    expect(after[0]).toEqual(json)
    expect(after.slice(1)).toEqual(before.slice(1))
  })

  test('accepts a decimal as a JSON number, and stores it as written', async () => {
    await replaceInstruments(caller.userId, some)
    const id = (await listInstruments(caller.userId))[0]?.id ?? ''
    const { status, json } = await edit(
      id,
      wire({ max_position_size: 2500.55, trading_view_price_multiplier: 0.1 }),
    )
    expect([status, json.maxPositionSize, json.tradingViewPriceMultiplier]).toEqual([200, '2500.55', '0.1'])
    for (const wrong of [0, -1, 1e-9, 1e21, true, null, [7]])
      expect(await edit(id, wire({ max_position_size: wrong })), String(wrong)).toMatchObject({
        status: 400,
        json: { details: { max_position_size: 'Must be a number above 0' } },
      })
  })

  test('keeps a dividend date that is omitted, and removes it for null', async () => {
    await replaceInstruments(caller.userId, some)
    const id = (await listInstruments(caller.userId))[0]?.id ?? ''
    const { next_dividend_date: _, ...withoutDate } = wire()
    await replaceInstruments(
      caller.userId,
      some.map((row) => ({ ...row, nextDividendDate: '2026-11-23' })),
    )
    expect((await edit(id, withoutDate)).json).toMatchObject({
      maxPositionSize: '2500.5',
      nextDividendDate: '2026-11-23',
    })
    expect((await listInstruments(caller.userId))[0]).toMatchObject({ nextDividendDate: '2026-11-23' })
    expect((await edit(id, wire())).json).toMatchObject({ nextDividendDate: null })
  })

  test('keeps a risk that is omitted, and removes it for null or a blank cell', async () => {
    const riskOf = async () =>
      (await listInstruments(caller.userId)).map(({ riskPercent, riskAmount }) => [riskPercent, riskAmount])
    const rows = [instrument('LSE:VOD', { riskPercent: '0.5' }), instrument('LSE:BP')]
    await replaceInstruments(caller.userId, rows)
    const id = (await listInstruments(caller.userId))[0]?.id ?? ''
    expect((await edit(id, wire())).json).toMatchObject({ riskPercent: '0.5' })
    await upload([instrument('LSE:VOD'), instrument('LSE:BP')])
    expect(await riskOf()).toEqual([
      ['0.5', undefined],
      [undefined, undefined],
    ])
    expect((await edit(id, wire({ risk_percent: 0.75, risk_amount: '80' }))).json).toMatchObject({
      riskPercent: '0.75',
      riskAmount: '80',
    })
    expect((await edit(id, wire({ risk_percent: null }))).json).toMatchObject({
      riskPercent: null,
      riskAmount: '80',
    })
    await upload([instrument('LSE:VOD'), instrument('LSE:BP', { riskAmount: '9' })])
    expect(await riskOf()).toEqual([
      [null, null],
      [undefined, '9'],
    ])
    expect(await edit(id, wire({ risk_percent: 101 }))).toMatchObject({
      status: 400,
      json: { details: { risk_percent: 'Must be above 0 and at most 100' } },
    })
  })

  test('keeps the fact that an instrument is a fund, but only while its Yahoo symbol stays the same', async () => {
    await replaceInstruments(caller.userId, [
      { ...instrument('LSE:F', { yahooSymbol: 'F.L' }), isFund: true },
    ])
    const [row] = await listInstruments(caller.userId)
    const sent = wire({ market_and_symbol: 'LSE:F', yahoo_symbol: 'F.L' })
    expect((await edit(row?.id ?? '', sent)).json).toMatchObject({ isFund: true })
    const csv = writeInstrumentsCsv([
      instrument('LSE:F', { yahooSymbol: 'F.L' }),
      instrument('LSE:G', { yahooSymbol: 'G.L' }),
    ])
    const uploaded = await callEndpoint(uploadInstruments, { method: 'POST', csv })
    expect((await listInstruments(caller.userId)).map(({ isFund }) => isFund)).toEqual([true, undefined])
    expect(uploaded.cookies[0]).toMatch(/^__Host-signalpost-changed-instruments=/)
    const other = await edit(row?.id ?? '', { ...sent, yahoo_symbol: 'OTHER.L' })
    expect(other.json).not.toHaveProperty('isFund')
  })

  test('gives a renamed row a new ID in the same place', async () => {
    await replaceInstruments(caller.userId, some)
    const [, second] = await listInstruments(caller.userId)
    const { json } = await edit(second?.id ?? '', wire({ market_and_symbol: 'lse:vodx' }))
    expect(json.id).not.toBe(second?.id)
    expect((await listInstruments(caller.userId)).map((row) => row.marketAndSymbol)).toEqual([
      'LSE:VOD',
      'LSE:VODX',
      'TVC:UKX',
      'NYSE:A',
    ])
  })

  test('is refused for a name that is already in the list, a row that no longer exists, or invalid values', async () => {
    await replaceInstruments(caller.userId, some)
    const [first] = await listInstruments(caller.userId)
    const id = first?.id ?? ''
    expect(await edit(id, wire({ market_and_symbol: 'tvc:ukx' }))).toMatchObject({
      status: 400,
      json: { details: { market_and_symbol: 'TVC:UKX is already in your list' } },
    })
    expect(await edit('0000000000000000', wire())).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } })
    expect(await edit(id, wire({ max_position_size: '0', atr_stop_loss_period: 101 }))).toMatchObject({
      status: 400,
      json: {
        details: {
          max_position_size: 'Must be a number above 0',
          atr_stop_loss_period: expect.any(String) as string,
        },
      },
    })
    expect(await listInstruments(caller.userId)).toMatchObject(some)
  })

  test('does not undo simultaneous edits of other rows', async () => {
    await replaceInstruments(caller.userId, some)
    const rows = await listInstruments(caller.userId)
    const answers = await Promise.all(
      rows
        .slice(0, 3)
        .map(({ id, marketAndSymbol }) =>
          edit(id, wire({ market_and_symbol: marketAndSymbol, max_position_size: '77' })),
        ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await listInstruments(caller.userId)).map((row) => row.maxPositionSize)).toEqual([
      '77',
      '77',
      '77',
      '10000',
    ])
  })
})

describe('a search of instruments', () => {
  const found = async (query: Record<string, string>) =>
    (await callEndpoint(searchInstruments, { query })).json.results.map((row) => row.marketAndSymbol)

  test.each<[Record<string, string>, string[]]>([
    [{ q: 'vod' }, ['LSE:VOD']],
    [{ q: ' aapl ' }, ['NASDAQ:AAPL']],
    [{ q: 'daily' }, ['LSE:VOD', 'NASDAQ:AAPL', 'TVC:UKX']],
    [{ q: '^ftse' }, ['TVC:UKX']],
    [{ market_and_symbol: 'n' }, ['NASDAQ:AAPL', 'NYSE:A']],
    [{ ig_epic: 'ka.d' }, ['LSE:VOD']],
    [{ yahoo_symbol: '.l' }, ['LSE:VOD']],
    [{ q: 'daily', market_and_symbol: 'lse' }, ['LSE:VOD']],
    [{ q: 'vod', yahoo_symbol: 'aapl' }, []],
  ])('finds the matching rows for %j', async (query, names) => {
    await replaceInstruments(caller.userId, some)
    expect(await found(query)).toEqual(names)
  })
})

describe.each([
  ['instruments', listHandler, {}],
  ['instruments/search', searchInstruments, { q: 'S' }],
] as const)('the list at %s', (path, handler, fixed) => {
  const page = (query: Record<string, string>) => callEndpoint(handler, { query: { ...fixed, ...query } })
  const address = (query: Record<string, string>) =>
    `/api/v1/${path}?${new URLSearchParams({ ...fixed, ...query })}`
  beforeEach(() =>
    replaceInstruments(
      caller.userId,
      Array.from({ length: 45 }, (_, index) => instrument(`LSE:S${index}`)),
    ),
  )

  test('has pages with offset, limit, next and previous, and an empty page past the end', async () => {
    const names = (results: readonly Record<string, unknown>[]) =>
      results.map(({ marketAndSymbol }) => marketAndSymbol)
    const first = (await page({})).json
    expect(first).toMatchObject({
      count: 45,
      previous: null,
      next: address({ offset: '20', limit: '20' }),
    })
    expect(first.results).toHaveLength(20)
    const middle = (await page({ offset: '20', limit: '20' })).json
    expect(middle.previous).toBe(address({ offset: '0', limit: '20' }))
    expect(names(middle.results).slice(0, 2)).toEqual(['LSE:S20', 'LSE:S21'])
    const last = (await page({ offset: '40', limit: '20' })).json
    expect(last).toMatchObject({ next: null, previous: address({ offset: '20', limit: '20' }) })
    expect(last.results).toHaveLength(5)
    const past = (await page({ offset: '45', limit: '20' })).json
    expect(past).toMatchObject({ count: 45, next: null, results: [] })
    expect((await page({ limit: '1000' })).json.results).toHaveLength(45)
  })

  test.each<Record<string, string>>([
    { limit: '0' },
    { limit: '-1' },
    { limit: '1001' },
    { limit: 'ten' },
    { limit: '1.5' },
    { offset: '-1' },
    { offset: 'x' },
  ])('rejects %j', async (query) => {
    expect(await page(query)).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST' } })
  })

  test('returns 304 without a body if nothing changed, and the new list after the user’s own change', async () => {
    const first = await page({})
    const tag = { 'if-none-match': first.headers.etag as string }
    const again = await callEndpoint(handler, { query: { ...fixed }, headers: tag })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: first.headers.etag } })
    const { cookies } = await callEndpoint(uploadInstruments, {
      method: 'POST',
      csv: writeInstrumentsCsv([instrument('LSE:S')]),
    })
    const after = await callEndpoint(handler, { query: { ...fixed }, headers: tag, cookies })
    expect(after).toMatchObject({ status: 200, json: { count: 1 } })
  })

  test('ignores the ETag of another user', async () => {
    const tag = { 'if-none-match': (await page({})).headers.etag as string }
    caller.userId = `${caller.userId}-other`
    await replaceInstruments(caller.userId, [instrument('LSE:SECRET')])
    expect(await callEndpoint(handler, { query: { ...fixed }, headers: tag })).toMatchObject({
      status: 200,
      json: { count: 1 },
    })
  })
})

describe('a single instrument', () => {
  const fields = instrument('LSE:NEW', { igEpic: 'KA.D.NEW.DAILY.IP' })
  const add = (body: Record<string, unknown>) => callEndpoint(addInstrument, { method: 'POST', body })
  const remove = (id: string) => callEndpoint(removeInstrument, { method: 'DELETE', path: { id } })

  test('is added once at the end of the list, and is logged', async () => {
    await replaceInstruments(caller.userId, some)
    const { status, json } = await add({ ...fields, marketAndSymbol: 'lse:new' })
    expect(status).toBe(200)
    expect(json).toMatchObject({ marketAndSymbol: 'LSE:NEW', nextDividendDate: null, id: expect.any(String) })
    expect(await namesNow()).toEqual([...some.map((row) => row.marketAndSymbol), 'LSE:NEW'])
    const again = await add(fields)
    expect(again.status).toBe(400)
    expect(again.json).toMatchObject({ details: { market_and_symbol: 'LSE:NEW is already in your list' } })
    expect((await add({ ...fields, marketAndSymbol: 'VOD' })).json).toMatchObject({
      details: { market_and_symbol: 'Must be an exchange and a symbol such as NASDAQ:AAPL' },
    })
    expect(logged).toEqual([[caller.userId, 'Instrument LSE:NEW added']])
  })

  test('can be removed, and the list that contained it can be restored', async () => {
    await replaceInstruments(caller.userId, some)
    const [first] = await listInstruments(caller.userId)
    expect((await remove(first?.id ?? '')).json).toEqual({ message: 'LSE:VOD removed from your list' })
    expect(await namesNow()).not.toContain('LSE:VOD')
    expect((await remove(first?.id ?? '')).status).toBe(404)
    expect(logged).toEqual([[caller.userId, 'Instrument LSE:VOD removed: 0 added, 0 changed, 1 removed']])
    const { json } = await callEndpoint(listEarlierInstruments, {})
    await callEndpoint(restoreInstruments, {
      method: 'POST',
      path: { id: (json.lists as { id: string }[])[0]?.id ?? '' },
    })
    expect(await namesNow()).toEqual(some.map((row) => row.marketAndSymbol))
  })
})
