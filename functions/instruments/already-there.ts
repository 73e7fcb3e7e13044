import { VisibleError } from '../../shared/platform/error.schema.ts'

export const alreadyThere = (marketAndSymbol: string) => {
  const problem = `${marketAndSymbol} is already in your list`
  return new VisibleError('INVALID_REQUEST', problem, { market_and_symbol: problem })
}
