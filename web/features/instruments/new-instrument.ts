import type { InstrumentFields, InstrumentSizing } from '../../../shared/instruments/instrument.schema.ts'

export type NewInstrument = InstrumentFields & { readonly id: null }

/**
 * The initial sizing of a new instrument: a small position with its stop at two and its limit at four average daily
 * ranges.
 */
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
