import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, Environment } from './environment.ts'
import { basePath } from './gateway/wire.ts'
import { KeptFile } from './kept-file.ts'

export type PaperIgOptions = {
  /** The port of demo and of live; 0 means any free one. */
  readonly port: number
  readonly livePort: number
  /** File in which accounts, deals and sessions are stored before each answer. Default: in memory only. */
  readonly dataFile?: string
  /** Seed of the prices: the same seed and time give the same price. */
  readonly seed?: number
  readonly clock?: Clock
}
export type PaperIg = {
  readonly port: number
  readonly livePort: number
  /** Base URL, ending in /gateway/deal, as the product's configuration has it. */
  readonly url: (mode: 'DEMO' | 'LIVE') => string
  readonly stop: () => Promise<void>
}

/** Starts paper IG, demo and live, on 127.0.0.1 only. */
export const startPaperIg = async (options: PaperIgOptions): Promise<PaperIg> => {
  const { dataFile, seed = 1, clock = Date } = options
  const file = new KeptFile(dataFile)
  const demo = new Environment(file.read('demo'), seed, clock, () => file.write('demo', demo.kept))
  const live = new Environment(file.read('live'), seed, clock, () => file.write('live', live.kept))
  const port = await listen(demo.server, options.port)
  const livePort = await listen(live.server, options.livePort)
  return {
    port,
    livePort,
    url: (mode) => `http://localhost:${mode === 'DEMO' ? port : livePort}${basePath}`,
    stop: async () => {
      await Promise.all([close(demo.server), close(live.server)])
    },
  }
}

const listen = (server: Server, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
