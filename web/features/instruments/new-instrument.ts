import type { InstrumentFields } from '../../../shared/instrument.ts'

export type NewInstrument = InstrumentFields & { readonly id: null }

/** What a new row begins with: stops of two and targets of four average daily ranges, and a small position. */
export const newInstrument: NewInstrument = {
  id: null,
  marketAndSymbol: '',
  igEpic: '',
  yahooSymbol: '',
  atrStopLossPeriod: 14,
  atrStopLossMultiplePercentage: '200',
  atrProfitTargetPeriod: 14,
  atrProfitMultiplePercentage: '400',
  maxPositionSize: '500',
  openingPriceMultiplePercentage: '100',
  tradingViewPriceMultiplier: '1',
  nextDividendDate: null,
}
