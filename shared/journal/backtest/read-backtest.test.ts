import { describe, expect, it } from 'vitest'
import { readBacktest, UnreadableBacktest } from './read-backtest.ts'

const first =
  'Trade #,Type,Signal,Date/Time,Price USD,Contracts,Profit USD,Profit %,Cum. Profit USD,Cum. Profit %,Run-up USD,Run-up %,Drawdown USD,Drawdown %'
const second =
  'Trade number,Type,Date and time,Signal,Price USD,Size (qty),Size (value),Net PnL USD,Net PnL %,Favorable excursion USD,Cumulative PnL USD'

const clock = (text: string) => Date.parse(`${text}Z`)

const long = {
  number: 1,
  direction: 'BUY',
  openedAt: clock('2026-11-03T14:30'),
  openPrice: 100.5,
  closedAt: clock('2026-11-03T16:00'),
  closePrice: 103.25,
  size: 4,
  profit: 11,
}
const short = {
  number: 2,
  direction: 'SELL',
  openedAt: clock('2026-11-04T10:00'),
  openPrice: 103,
  closedAt: clock('2026-11-04T11:15'),
  closePrice: 104.5,
  size: 2,
  profit: -3,
}

describe('TradingView’s list of trades', () => {
  it.each([
    [
      'the first generation, exits first',
      [
        first,
        '2,Exit Short,Stop,2026-11-04 11:15,104.5,2,-3,-1.46,8,0.08,1,0.5,4,1.9',
        '2,Entry Short,Sell,2026-11-04 10:00,103,2,-3,-1.46,8,0.08,1,0.5,4,1.9',
        '1,Exit Long,Take profit,2026-11-03 16:00,103.25,4,11,2.7,11,0.11,12,2.9,2,0.5',
        '1,Entry Long,Buy,2026-11-03 14:30,100.5,4,11,2.7,11,0.11,12,2.9,2,0.5',
      ],
    ],
    [
      'the second generation, newest first, with a minus sign',
      [
        second,
        '2,Exit short,2026-11-04 11:15,Stop,104.5,2,209,−3,−1.46,1,8',
        '2,Entry short,2026-11-04 10:00,Sell,103,2,206,−3,−1.46,1,8',
        '1,Exit long,2026-11-03 16:00,Take profit,103.25,4,413,11,2.7,12,11',
        '1,Entry long,2026-11-03 14:30,Buy,100.5,4,402,11,2.7,12,11',
      ],
    ],
    [
      'entries first, without totals on them, negatives in parentheses',
      [
        first,
        '1,Entry long,Buy,2026-11-03 14:30:00,100.50,4,,,,,,,,',
        '1,Exit long,Take profit,2026-11-03 16:00:00,103.25,4,$11.00,2.7,11,0,1,1,1,1',
        '2,Entry short,Sell,2026-11-04 10:00:00,103.00,2,,,,,,,,',
        '2,Exit short,Stop,2026-11-04 11:15:00,104.50,2,($3.00),-1.46,8,0,1,1,1,1',
      ],
    ],
    [
      'German, saved by a spreadsheet',
      [
        'Trade #;Typ;Datum und Uhrzeit;Signal;Preis USD;Größe (Menge);Größe (Wert);G&V netto USD;G&V netto %;Kumulativer G&V USD',
        '2;Ausstieg Short;04.11.2026 11:15;Stop;104,5;2;209;(3,00);-1,46;8',
        '2;Einstieg Short;04.11.2026 10:00;Verkauf;103;2;206;(3,00);-1,46;8',
        '1;Ausstieg Long;03.11.2026 16:00;Ziel;103,25;4;413;11,00;2,7;11',
        '1;Einstieg Long;03.11.2026 14:30;Kauf;100,5;4;402;11,00;2,7;11',
      ],
    ],
    [
      'Spanish',
      [
        'Trade number,Tipo,Fecha y hora,Señal,Precio USD,Tamaño (cant.),Tamaño de la posición (valor),PyG netas USD,PyG netas %,PyG acumuladas USD',
        '2,Salida en corto,2026-11-04 11:15,Stop,104.5,2,209,-3,-1.46,8',
        '2,Entrada en corto,2026-11-04 10:00,Venta,103,2,206,-3,-1.46,8',
        '1,Salida en largo,2026-11-03 16:00,Objetivo,103.25,4,413,11,2.7,11',
        '1,Entrada en largo,2026-11-03 14:30,Compra,100.5,4,402,11,2.7,11',
      ],
    ],
    [
      'French',
      [
        'Trade n°;Type;Date et heure;Signal;Prix USD;Taille (qté);Taille (valeur);P&L net USD;P&L net %;P&L cumulé USD',
        '2;Sortie short;2026-11-04 11:15;Stop;104,5;2;209;-3;-1,46;8',
        '2;Entrée short;2026-11-04 10:00;Vente;103;2;206;-3;-1,46;8',
        '1;Sortie long;2026-11-03 16:00;Objectif;103,25;4;413;11;2,7;11',
        '1;Entrée long;2026-11-03 14:30;Achat;100,5;4;402;11;2,7;11',
      ],
    ],
    [
      'Italian',
      [
        'Trade #;Tipo;Segnale;Data/Ora;Prezzo USD;Contratti;Profitto USD;Profitto %;Profitto cum. USD',
        '2;Uscita short;Stop;2026-11-04 11:15;104,5;2;-3;-1,46;8',
        '2;Entrata short;Vendi;2026-11-04 10:00;103;2;-3;-1,46;8',
        '1;Uscita long;Target;2026-11-03 16:00;103,25;4;11;2,7;11',
        '1;Entrata long;Compra;2026-11-03 14:30;100,5;4;11;2,7;11',
      ],
    ],
  ])('is read in any form: %s', async (_form, lines) => {
    expect(await readBacktest(`\uFEFF${lines.join('\r\n')}\r\n`)).toEqual({
      trades: [long, short],
      currency: 'USD',
      hasTimes: true,
    })
  })

  it('is read if it contains an open trade, whose value at the last bar does not count as a result', async () => {
    const { trades } = await readBacktest(
      [
        second,
        '2,Exit short,2026-11-04 11:15,Open,104.5,2,209,-3,-1.46,1,8',
        '2,Entry short,2026-11-04 10:00,Sell,103,2,206,-3,-1.46,1,8',
        '1,Exit long,,Open,,4,,,,,',
        '1,Entry long,2026-11-03 14:30,Buy,100.5,4,402,,,,',
      ].join('\n'),
    )
    expect(trades).toEqual([
      { ...long, closedAt: null, closePrice: null, profit: 0 },
      { ...short, closedAt: null, closePrice: null, profit: 0 },
    ])
  })

  it('yields one trade for an entry that was closed in parts', async () => {
    const { trades } = await readBacktest(
      [
        second,
        '2,Exit long,2026-11-03 16:00,Rest,106,3,318,15,5,1,16',
        '2,Entry long,2026-11-03 14:30,Buy,101,3,303,15,5,1,16',
        '1,Exit long,2026-11-03 15:00,Part,102,1,102,1,1,1,1',
        '1,Entry long,2026-11-03 14:30,Buy,101,1,101,1,1,1,1',
      ].join('\n'),
    )
    // The average close is (3 × 106 + 1 × 102) ÷ 4.
    expect(trades).toEqual([
      { ...long, openPrice: 101, closePrice: 105, size: 4, profit: 16, closedAt: clock('2026-11-03T16:00') },
    ])
  })

  it('is read if its dates have no times and its price has no currency', async () => {
    const read = await readBacktest(
      'Trade #,Type,Signal,Date/Time,Price,Contracts,Profit\n1,Exit Long,X,2026-11-06,2,1,1\n1,Entry Long,B,2026-11-03,1,1,1',
    )
    expect(read).toMatchObject({ currency: null, hasTimes: false })
    expect(read.trades[0]).toMatchObject({
      openedAt: clock('2026-11-03T00:00'),
      closedAt: clock('2026-11-06T00:00'),
    })
  })

  it('is read if it has 50,000 rows', async () => {
    const lines = Array.from({ length: 25_000 }, (_, place) => {
      const at = new Date(clock('2020-01-01T00:00') + place * 3_600_000).toISOString()
      const time = `${at.slice(0, 10)} ${at.slice(11, 16)}`
      return [
        `${place + 1},Exit long,${time},Out,${100 + (place % 7)}.25,1,100,${place % 7}.5,1,1,1`,
        `${place + 1},Entry long,${time},In,100.25,1,100,${place % 7}.5,1,1,1`,
      ]
    })
    const { trades } = await readBacktest([second, ...lines.toReversed().flat()].join('\n'))
    expect(trades).toHaveLength(25_000)
    // Profits of 0.5 to 6.5 repeat 3,571 times, and three more follow.
    expect(trades.reduce((sum, { profit }) => sum + profit, 0)).toBe(3_571 * 24.5 + 0.5 + 1.5 + 2.5)
    expect(trades.at(-1)?.number).toBe(25_000)
  })
})

const good = [
  '1,Exit long,2026-11-03 16:00,T,103,4,413,11,2,1,11',
  '1,Entry long,2026-11-03 14:30,B,100,4,402,11,2,1,11',
]
const problemOf = async (...lines: readonly string[]) =>
  readBacktest(lines.join('\n')).then(
    () => null,
    (error: unknown) => (error as Error).message,
  )

describe('the error about broken rows', () => {
  it.each([
    ['2,Exit long,2026-11-05 16:00,T,abc,4,1,1,1,1,1', 'Line 4: Price is not a number: abc'],
    ['2,Exit long,2026-11-05 16:00,T,103,4,1,,1,1,1', 'Line 4: Net PnL is not a number: empty'],
    ['2,Entry long,2026-11-05 16:00,T,103,0,1,1,1,1,1', 'Line 4: Size is not above 0: 0'],
    ['x,Exit long,2026-11-05 16:00,T,103,4,1,1,1,1,1', 'Line 4: Trade number is not a whole number: x'],
    [
      '2,Hold,2026-11-05 16:00,T,103,4,1,1,1,1,1',
      'Line 4: Type is neither the entry nor the exit of a long or short trade: Hold',
    ],
    [
      '2,Exit long,05/11/2026 16:00,T,103,4,1,1,1,1,1',
      'Line 4: Date and time: Ambiguous date. Write 2026-11-05 or 2026-05-11',
    ],
    [
      '2,Exit long,2026-11-05 25:00,T,103,4,1,1,1,1,1',
      'Line 4: Date and time is not a time such as 2026-06-04 14:30: 2026-11-05 25:00',
    ],
    ['2,Exit long,2026-11-05 16:00,T,103,4,1,1,1,1,1', 'Line 4: Trade 2 has no entry row'],
    ['1,Exit long,2026-11-05 16:00,T,103,4,1,1,1,1,1', 'Line 4: Trade 1 has a second exit row'],
  ])('names the row by its line: %s', async (row, message) => {
    expect(await problemOf(second, ...good, row)).toBe(`1 row can’t be read. ${message}`)
  })

  it.each([
    ['2,Entry short,2026-11-05 15:00,T,103,4,1,1,1,1,1', 'is long on one row and short on the other'],
    ['2,Entry long,2026-11-05 17:00,T,103,4,1,1,1,1,1', 'ends before it begins'],
  ])('names a row that contradicts the other row of its trade: %s', async (row, problem) => {
    const exit = '2,Exit long,2026-11-05 16:00,T,103,4,1,1,1,1,1'
    expect(await problemOf(second, ...good, exit, row)).toBe(
      `1 row can’t be read. Line 4: Trade 2 ${problem}`,
    )
  })

  it('asks for an unambiguous number if a number can be read in two ways', async () => {
    const header = 'Trade #;Typ;Datum und Uhrzeit;Signal;Preis USD;Größe (Menge);G&V netto USD'
    const rows = [
      '1;Ausstieg Long;2026-11-03 16:00;Z;10.125;1;5',
      '1;Einstieg Long;2026-11-03 14:00;K;10.120;1;5',
    ]
    expect(await problemOf(header, ...rows)).toBe(
      '2 rows can’t be read. Line 2: Price: Ambiguous number. Write 10125 or 10.1250',
    )
  })

  it('counts all broken rows and lists the first 50', async () => {
    const broken = Array.from(
      { length: 60 },
      (_, place) => `${place + 2},Exit long,2026-11-05 16:00,T,?,4,1,1,1,1,1`,
    )
    const error = await readBacktest([second, ...good, ...broken].join('\n')).catch(
      (caught: unknown) => caught,
    )
    expect(error).toBeInstanceOf(UnreadableBacktest)
    expect((error as UnreadableBacktest).message).toMatch(/^60 rows can’t be read\. Line 4:/)
    expect((error as UnreadableBacktest).problems).toHaveLength(50)
  })
})

describe('a file of another kind', () => {
  it.each([
    [
      'Alert ID,Ticker,Name,Description,Time,Webhook status',
      'This is TradingView’s alert log, not TradingView’s list of trades. In TradingView’s Strategy Tester, open List of trades and export it as CSV',
    ],
    ['Market and Symbol,IG EPIC,Yahoo Symbol', 'This is an instrument list,'],
    [
      'accountName,accountFullname,symbol,openDate,closeDate,type,lot,openPrice,closePrice,profit,currency,extendId',
      'This is the list of trades that Signalpost exports,',
    ],
    [
      'TextDate,Summary,MarketName,Period,ProfitAndLoss,Transaction type,Reference,Open level,Close level,Size,Currency,PL Amount',
      'This is IG’s transaction history,',
    ],
    ['Date,Time,Symbol,Quantity,Price,Side', 'This is an export for Tradervue,'],
    ['time,open,high,low,close,Volume', 'This is TradingView’s chart data,'],
    [
      'Trade #,Type,Signal,Date/Time,Contracts',
      'This is not TradingView’s list of trades: the columns Price and Net PnL are missing',
    ],
    ['Trade #,Type,Signal,Date/Time,Price,Contracts,Profit', 'The file has no trades'],
    [
      'a,b',
      'This is not TradingView’s list of trades: the columns Trade number, Type, Signal, Date and time, Price, Size and Net PnL are missing',
    ],
    ['', 'This is not TradingView’s list of trades: the columns Trade number,'],
    ['PK\u0003\u0004x', 'This is an Excel workbook.'],
  ])('is named by its kind: %s', async (header, message) => {
    expect(await problemOf(header)).toContain(message)
  })
})
