import { VisibleError } from '../../shared/error.ts'

export const alreadyThere = (marketAndSymbol: string) => {
  const problem = `${marketAndSymbol} is in your list already`
  return new VisibleError('INVALID_REQUEST', problem, { market_and_symbol: problem })
}
