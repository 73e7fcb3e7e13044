import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { usualMarkets } from '../paper-ig/markets.ts'
import type { BenchCloud } from './bench-cloud.ts'
import { benchMarkets } from './paper-world.ts'

/** A program that only places orders, in a separate process. */
export type Floor = {
  /**
   * Posts an alert, and resolves after the broker has answered.
   * @param index the market's position in the list of markets
   */
  readonly post: (reference: string, index: number) => Promise<void>
  readonly stop: () => void
}

export const startFloor = async ({ paperOrigin }: BenchCloud): Promise<Floor> => {
  const secret = randomBytes(24).toString('base64url')
  const child: ChildProcess = fork(fileURLToPath(new URL('./floor-server.ts', import.meta.url)), {
    env: { ...process.env, PAPER: paperOrigin, SECRET: secret },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', () => reject(new Error('The floor server ended')))
  })
  return {
    post: async (reference: string, index: number) => {
      const market = usualMarkets[index % benchMarkets.length]
      if (!market) throw new Error('There are no markets')
      const level = Number((market.price * 0.995).toFixed(market.decimals))
      const size = Number((5_000 / market.price).toFixed(2))
      const answer = await fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        body: JSON.stringify({ secret, epic: market.epic, level, size, reference }),
      })
      if (answer.status !== 202) throw new Error(`The floor server answered ${answer.status}`)
      await answer.text()
    },
    stop: () => child.disconnect(),
  }
}
