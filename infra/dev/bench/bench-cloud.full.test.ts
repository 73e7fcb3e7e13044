import { expect, it } from 'vitest'
import { startBenchCloud } from './bench-cloud.ts'
import { makeTraders } from './make-traders.ts'

it('makeTraders writes to the tables and secrets of the bench’s cloud', async () => {
  const { environment, stop } = await startBenchCloud()
  try {
    const made = await makeTraders(environment, ['ann', 'bob'])
    expect(made.map(({ name }) => name).sort()).toEqual(['ann', 'bob'])
  } finally {
    await stop()
  }
})
