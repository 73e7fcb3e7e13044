import type { InstrumentFields, InstrumentSizing } from '../../../shared/instruments/instrument.schema.ts'

export type NewInstrument = InstrumentFields & { readonly id: null }

/** Default sizes: stops at two and targets at four average daily ranges, and a small position. */
export const defaultSizing: InstrumentSizing = {
  atrStopLossPeriod: 14,
  atrStopLossMultiplePercentage: '200',
  atrProfitTargetPeriod: 14,
  atrProfitMultiplePercentage: '400',
  maxPositionSize: '500',
  openingPriceMultiplePercentage: '100',
}

export const newInstrument: NewInstrument = {
  id: null,
  marketAndSymbol: '',
  igEpic: '',
  yahooSymbol: '',
  ...defaultSizing,
  tradingViewPriceMultiplier: '1',
  nextDividendDate: null,
}
