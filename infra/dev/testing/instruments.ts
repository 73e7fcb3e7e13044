import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'

/** An instrument that passes every rule. */
export const instrument = (
  marketAndSymbol: string,
  change: Partial<InstrumentFields> = {},
): InstrumentFields => ({
  marketAndSymbol,
  igEpic: 'IX.D.FTSE.DAILY.IP',
  yahooSymbol: '',
  atrStopLossPeriod: 14,
  atrStopLossMultiplePercentage: '200',
  atrProfitTargetPeriod: 14,
  atrProfitMultiplePercentage: '400',
  maxPositionSize: '10000',
  openingPriceMultiplePercentage: '100.2',
  tradingViewPriceMultiplier: '1',
  nextDividendDate: null,
  ...change,
})
