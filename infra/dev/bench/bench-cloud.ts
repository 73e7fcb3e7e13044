import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import type { Audited } from './audit.ts'
import { holdMarkets } from './paper-world.ts'

/**
 * A local cloud in a separate process, with the addresses that a program needs to create users in the cloud's tables.
 */
export type BenchCloud = Audited & {
  readonly cloud: CloudUnderTest
  readonly origin: string
  /** Environment variables with the names of tables and secrets, and the addresses of the emulators. */
  readonly environment: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/**
 * Starts a local cloud.
 * @param options `seed` creates the demo user; `instances` is the maximum number of instances per Lambda
 */
export const startBenchCloud = async ({ seed = false, instances = 4 } = {}): Promise<BenchCloud> => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bench-'))
  const cloud = await CloudUnderTest.start({
    ASSETS: 'built',
    LOCAL_DATA: folder,
    LOCAL_INSTANCES: String(instances),
    ...(seed ? {} : { SIGNALPOST_SEED: 'none' }),
  })
  await holdMarkets(cloud.paperOrigin)
  const { environment } = (await cloud.control(`${cloud.origin}/_local`)) as {
    environment: Record<string, string>
  }
  return {
    cloud,
    origin: cloud.origin,
    paperOrigin: cloud.paperOrigin,
    environment,
    tables: { endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '', names: environment },
    stop: async () => {
      await cloud.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
