import { expect, it } from 'vitest'
import { manualClock } from '../../../infra/dev/testing/manual-clock.ts'
import { someSettings } from '../../../infra/dev/testing/trading-values.ts'
import { limits } from '../ports/limits.ts'
import { settingsReader, watchFullStop } from './failed-fence-check.ts'

/** Returns a reader of settings that fails after three seconds each time, because the database does not respond. */
const runWithoutSettings = () => {
  const clock = manualClock()
  let reads = 0
  const getSettings = async () => {
    reads += 1
    await clock.sleep(3_000)
    throw new Error('the table does not answer')
  }
  const known = { settings: someSettings(), at: clock.now() - limits.lastCheck - 1 }
  const settingsNow = settingsReader(
    { clock, store: { getSettings } as never },
    { userId: 'ann', mode: 'DEMO' },
    known,
  )
  return { clock, settingsNow, reads: () => reads }
}

it('a run with many exits tries only once per `limits.lastCheck` to read settings that cannot be read', async () => {
  const { clock, settingsNow, reads } = runWithoutSettings()
  const watch = watchFullStop(settingsNow)
  expect([await watch(), await watch()]).toEqual([null, null])
  clock.pass(limits.lastCheck)
  expect(await watch()).toBe(null)
  expect(reads()).toBe(1)
  clock.pass(1)
  expect(await watch()).toBe(null)
  expect(reads()).toBe(2)
})

it('the settings are read again before an order even if the previous read has just failed', async () => {
  const { settingsNow, reads } = runWithoutSettings()
  expect(await watchFullStop(settingsNow)()).toBe(null)
  await expect(settingsNow()).rejects.toThrow('the table does not answer')
  await expect(settingsNow()).rejects.toThrow('the table does not answer')
  expect(reads()).toBe(3)
})
