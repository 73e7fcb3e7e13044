import * as z from 'zod/mini'
import { AlertText } from '../../../shared/contract/alerts.ts'
import { Direction } from '../../../shared/deals/dealing.schema.ts'
import { asksMarket, asksPrice } from './alert-text.ts'

export const Trial = z
  .object({
    alert: AlertText,
    market: z.string(),
    action: Direction,
    price: z.string(),
    does: z.enum(['ENTERS', 'LEAVES']),
  })
  .check(
    z.refine(({ alert, market }) => !asksMarket(alert) || /^[^:\s]+:\S+$/.test(market.trim()), {
      error: 'Enter an exchange and a ticker, such as NASDAQ:AAPL',
      path: ['market'],
    }),
    z.refine(({ alert, price }) => !asksPrice(alert) || price.trim() !== '', {
      error: 'Enter a price close to the market, as TradingView shows it',
      path: ['price'],
    }),
  )
export type Trial = z.infer<typeof Trial>
