import { setTimeout as wait } from 'node:timers/promises'
import { runInParallel } from '../../../functions/trading/send/run-in-parallel.ts'
import { type Answer, postAlert } from '../testing/webhook.ts'
import type { benchMarkets } from './paper-world.ts'
import type { Trader } from './make-traders.ts'

type BenchMarket = (typeof benchMarkets)[number]

/**
 * Returns an alert's text as TradingView sends it.
 * @param fields the alert's ID, which distinguishes it from other alerts, and additional fields
 */
export const alertText = (
  { secret }: Pick<Trader, 'secret'>,
  { market, price }: Pick<BenchMarket, 'market' | 'price'>,
  fields: { readonly id: string } & Readonly<Record<string, string>>,
  at = Date.now(),
) =>
  JSON.stringify({
    secret,
    market,
    action: 'BUY',
    price: String(price),
    time: new Date(at).toISOString(),
    atr: Array.from({ length: 14 }, () => String(Number((price * 0.01).toPrecision(6)))),
    ...fields,
  })

/** If the response is a 5xx, TradingView sends the alert again after 5 seconds. It sends an alert at most 4 times. */
const resends = { after: 5, most: 4 } as const

/**
 * Sends each alert as TradingView does. An alert that is sent again later does not delay the others.
 * @returns the last answer to each alert, in the order of the texts
 */
export const sendAsTradingView = async (
  origin: string,
  texts: readonly string[],
  lanes: number,
): Promise<Answer[]> => {
  const answers: Answer[] = []
  const resent: Promise<void>[] = []
  const send = async (text: string, index: number, sends: number): Promise<void> => {
    const answer = await postAlert(origin, text)
    answers[index] = answer
    const again = answer.status === 0 || (answer.status >= 500 && answer.status !== 504)
    if (again && sends < resends.most)
      resent.push(wait(resends.after * 1000).then(() => send(text, index, sends + 1)))
  }
  await runInParallel(texts, lanes, (text, index) => send(text, index, 1))
  // A resend may add another resend to the list before its promise resolves.
  for (const each of resent) await each
  return answers
}
