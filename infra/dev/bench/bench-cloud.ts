import { CloudUnderTest } from '../testing/local-cloud.ts'
import { holdMarkets } from './paper-world.ts'

/** Starts a local cloud without users in a separate process. */
export const startBenchCloud = async () => {
  const cloud = await CloudUnderTest.start({ SIGNALPOST_SEED: 'none' })
  const { origin, paperOrigin } = cloud
  await holdMarkets(paperOrigin)
  const { environment } = (await cloud.control(`${origin}/_local`)) as {
    /** Environment variables with the names of tables and secrets, and the addresses of the emulators. */
    readonly environment: Readonly<Record<string, string>>
  }
  return { cloud, origin, paperOrigin, environment, stop: () => cloud.stop() }
}
export type BenchCloud = Awaited<ReturnType<typeof startBenchCloud>>
