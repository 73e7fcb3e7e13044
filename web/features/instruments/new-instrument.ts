import type { InstrumentFields, InstrumentSizing } from '../../../shared/instruments/instrument.schema.ts'

export type NewInstrument = InstrumentFields & { readonly id: null }

/** Stops of two and targets of four average daily ranges, and a small position. */
export const newFigures: InstrumentSizing = {
  atrStopLossPeriod: 14,
  atrStopLossMultiplePercentage: '200',
  atrProfitTargetPeriod: 14,
  atrProfitMultiplePercentage: '400',
  maxPositionSize: '500',
  openingPriceMultiplePercentage: '100',
}

/** What a new row begins with. */
export const newInstrument: NewInstrument = {
  id: null,
  marketAndSymbol: '',
  igEpic: '',
  yahooSymbol: '',
  ...newFigures,
  tradingViewPriceMultiplier: '1',
  nextDividendDate: null,
}
