import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, Environment } from './environment.ts'
import { basePath } from './gateway/wire.ts'
import { KeptFile } from './kept-file.ts'

export type PaperIgOptions = {
  /** The port of the demo environment. For this and `livePort`, 0 means any free port. */
  readonly port: number
  readonly livePort: number
  /**
   * The file that stores accounts, deals and sessions, written before each response. Default: they are only in memory.
   */
  readonly dataFile?: string
  /** Seed of the prices. The same seed and time always give the same price. */
  readonly seed?: number
  readonly clock?: Clock
}
export type PaperIg = {
  readonly port: number
  readonly livePort: number
  /** The base URL of an environment, which ends in /gateway/deal. The product can be configured with it. */
  readonly url: (mode: 'DEMO' | 'LIVE') => string
  readonly stop: () => Promise<void>
}

/** Starts paper IG with its demo and live environments. It listens on 127.0.0.1 only. */
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
