import { timeAlertToOrder } from '../alert-to-order.ts'
import { startBenchCloud } from '../bench-cloud.ts'
import { timeColdBundles } from '../cold-bundles.ts'
import type { Part } from '../figure.ts'
import { timeInstruments } from '../instrument-clocks.ts'
import { runProgram } from '../run-program.ts'
import { timeScreens } from '../time-screens.ts'
import { timeSlowBroker } from '../slow-broker.ts'

export const part: Part = {
  about: 'times, each against a floor in the same run',
  measure: async (report, progress) => {
    timeColdBundles(report)
    progress('cold bundles timed')
    const began = performance.now()
    const cloud = await startBenchCloud({ seed: true })
    report({
      name: 'from start to ready, assets built',
      value: (performance.now() - began) / 1000,
      unit: 's',
      target: 10,
      floor: 0.1,
      note: 'synthesized, emulators up, the demo user made',
    })
    try {
      await timeAlertToOrder(cloud, report)
      progress('alert to order timed')
      await timeSlowBroker(cloud, report)
      await timeInstruments(cloud, report)
      progress('broker and instruments timed')
    } finally {
      await cloud.stop()
    }
    await timeScreens(report)
    progress('screens timed')
    await runProgram('infra/dev/bench/programs/pages.ts', report)
  },
}
