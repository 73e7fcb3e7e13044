import { expect, test } from 'vitest'
import { useEmbeddedDynamoDb } from '../../infra/dev/testing/use-embedded-dynamodb.ts'
import { keyed, type LedgerRow } from '../../shared/journal/ledger-row.ts'
import { statementCsv } from './csv.ts'
import { importHistory, maxJournalRows } from './import-history.ts'
import {
  type JournalKey,
  leaseJournal,
  newHead,
  readRaw,
  readView,
  saveHead,
  saveRaw,
} from './journal-store.ts'
import { readHistoryCsv } from './read-history-csv.ts'

useEmbeddedDynamoDb()

const now = Date.parse('2026-11-24T12:00:00Z')
const key: JournalKey = { userId: 'ann', mode: 'DEMO', accountId: 'ABC12' }

const file = `TextDate,Summary,MarketName,Period,ProfitAndLoss,Transaction type,Reference,Open level,Close level,Size,Currency,PL Amount,Cash transaction,DateUtc,OpenDateUtc,CurrencyIsoCode
04/08/26,Closing trades,Spot Gold,-,£10.50,DEAL,XU9KG7AM,4061.4,4071.9,+1,£,10.50,false,2026-08-04T11:47:24,2026-08-04T11:30:06,GBP
04/08/26,Closing trades,Germany 40,-,€9.00,DEAL,XU9KG7AN,100,109,+1,€,9.00,false,2026-08-04T11:47:24,2026-08-04T11:30:06,EUR
04/08/26,Dividend,Vodafone,-,£6.50,DEPO,XU9KG7AP,-,-,-,£,6.50,true,2026-08-04T11:47:24,,GBP
`

test('an import reports rows in another currency, and the statement keeps their currency and IG’s summary', async () => {
  const head = (await leaseJournal(key, 'collector', now, 60_000)) ?? newHead
  await saveHead(key, { ...head, currency: 'GBP' }, now)
  expect(await importHistory(key, file, 'upload', now)).toEqual({
    added: 3,
    known: 0,
    message: '3 rows imported. No figure counts 1 row in EUR: your account is in GBP',
  })
  expect((await readView(key)).cash).toMatchObject([{ class: 'dividend', amount: '6.5' }])
  const rows = keyed((await readRaw(key)).rows)
  const statement = statementCsv(rows, [], 'GBP').trim().split('\r\n')
  expect(statement.find((line) => line.includes('Germany 40'))).toMatch(
    /^2026-08-04,Closing trades,.*,EUR,trade/,
  )
  expect(statement.find((line) => line.includes('Vodafone'))).toMatch(/^2026-08-04,Dividend,.*,GBP,dividend/)
  expect(await importHistory(key, statement.join('\n'), 'upload', now)).toMatchObject({ added: 0, known: 3 })
})

test('the summary in a CSV file is added to the same row from the API', async () => {
  const [dividend] = readHistoryCsv(file).slice(2)
  const { summary: _, ...fromApi } = dividend ?? { summary: '' }
  const other: JournalKey = { ...key, userId: 'ben' }
  const raw = await readRaw(other)
  await saveRaw(other, raw, { ...raw, rows: [fromApi as (typeof raw.rows)[number]] })
  expect(await importHistory(other, file, 'upload', now)).toMatchObject({ added: 2, known: 1 })
  expect((await readView(other)).cash).toMatchObject([{ class: 'dividend' }])
})

const importer: JournalKey = { ...key, userId: 'importer' }

const header =
  'TextDate,Summary,MarketName,Period,ProfitAndLoss,Transaction type,Reference,Open level,Close level,Size,Currency,PL Amount,Cash transaction,DateUtc,OpenDateUtc,CurrencyIsoCode'
const line = (number: number) =>
  `04/08/26,Order,Gold,-,E10.06,ORDRE,REF${number},4061.4,4073.08,+1,E,10.06,false,2026-08-04T11:47:24,2026-08-04T11:30:06,EUR`
const csv = (from: number, count: number) =>
  [header, ...Array.from({ length: count }, (_, index) => line(from + index))].join('\n')

const row = (number: number): LedgerRow => ({
  dateUtc: '2026-08-04T11:47:24',
  openDateUtc: '2026-08-04T11:30:06',
  period: '-',
  size: '+1',
  instrumentName: 'Gold',
  openLevel: '4061.4',
  closeLevel: '4073.08',
  profitAndLoss: 'E10.06',
  currency: 'E',
  reference: `OLD${number}`,
  transactionType: 'ORDRE',
  cashTransaction: false,
})

test('a file with more rows than a journal may have is refused before the journal is read', async () => {
  await expect(importHistory(importer, csv(0, maxJournalRows + 1), 'one', now)).rejects.toMatchObject({
    code: 'INVALID_CSV',
    message:
      'Nothing was imported: The file has 20,001 rows; a journal takes 20,000. Export a shorter time at IG',
  })
})

test('a file that would make the journal too long is not imported, and the lease of the journal ends', async () => {
  await saveHead(importer, { ...newHead, currency: 'EUR' }, now)
  const rows = Array.from({ length: maxJournalRows - 1 }, (_, number) => row(number))
  await saveRaw(importer, await readRaw(importer), { rows, entries: [], notes: [] })
  await expect(importHistory(importer, csv(0, 2), 'one', now)).rejects.toMatchObject({
    code: 'INVALID_CSV',
    message: expect.stringContaining('the journal would have 20,001 rows; it takes 20,000') as string,
  })
  expect(keyed((await readRaw(importer)).rows)).toHaveLength(maxJournalRows - 1)
  expect(await leaseJournal(importer, 'another', now, 1_000)).not.toBeNull()
})
