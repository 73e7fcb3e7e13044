import { expect, it } from 'vitest'
import { startBenchCloud } from './bench-cloud.ts'
import { makeTraders } from './make-traders.ts'

it('traders are made in the tables and secrets of the cloud that is measured', async () => {
  const { environment, stop } = await startBenchCloud()
  try {
    const made = await makeTraders(environment, ['ann', 'bob'])
    expect(made.map(({ name }) => name).sort()).toEqual(['ann', 'bob'])
  } finally {
    await stop()
  }
})
