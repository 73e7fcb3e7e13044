import type { Part } from './figure.ts'

const program = async (file: string, environment: Readonly<Record<string, string>> = {}) => {
  const { runProgram } = await import('./run-program.ts')
  return (report: Parameters<Part['measure']>[0]) =>
    runProgram(`infra/dev/bench/programs/${file}.ts`, report, { environment })
}

/** All parts of the bench, in the order of the output. The modules of a part are loaded when it runs. */
export const parts = {
  counts: {
    about: 'what an alert asks of AWS and of the broker, what there is to load, what a page asks for',
    measure: async (report, progress) => {
      const { countSite } = await import('./count-files.ts')
      const { countAlerts } = await import('./count-alerts.ts')
      const { countRequests } = await import('./count-requests.ts')
      countSite(report)
      // `countAlerts` mostly waits for paper IG, and `countRequests` for the browser, so they run in parallel.
      await Promise.all([
        countAlerts(report).then(() => progress('alerts counted')),
        countRequests(report).then(() => progress('requests counted')),
      ])
    },
  },
  data: {
    about: 'read and write units of the log, of instruments and of lists of alerts, up to 1,000,000',
    measure: async (report) => {
      await (
        await program('data')
      )(report)
      await (
        await program('alert-lists')
      )(report)
    },
  },
  journal: {
    about: 'read and write units and bytes of a journal of 100, 5,000 and 50,000 trades',
    measure: async (report) => (await program('journal'))(report),
  },
  screens: {
    about: 'how much screens shift while they load, and how high they are',
    measure: async (report) => (await import('./measure-screens.ts')).measureScreens(report),
  },
  memory: {
    about: 'the local cloud and a browser’s tab after an hour of two tabs and an alert a minute',
    measure: async (report, progress) => (await import('./memory.ts')).measureMemory(report, progress),
  },
  clock: {
    about: 'from an alert to its order, against a bare program',
    measure: async (report) => (await import('./alert-to-order.ts')).timeAlertToOrder(report),
  },
  bursts: {
    about: 'a bar closes: many alerts of one account in the same second, on paper IG with IG’s allowances',
    // Paper IG offers the additional shares of this benchmark only if this variable is set.
    measure: async (report) => (await program('bursts', { PAPER_SHARES: '100' }))(report),
  },
  faults: {
    about: 'kill -9 at each step, power cuts, a broker that is away for ten minutes',
    measure: async (report, progress) => {
      const { countAlerts } = await import('./count-alerts.ts')
      const { killCloudAtSteps } = await import('./kill-cloud.ts')
      const { strikeProcesses } = await import('./strike-processes.ts')
      await Promise.all([
        countAlerts(report, ['outage']).then(() => progress('outage done')),
        killCloudAtSteps(report, progress, () => strikeProcesses(report, progress)),
      ])
    },
  },
} as const satisfies Readonly<Record<string, Part>>
export type PartName = keyof typeof parts

/** The parts of `counts` that take less than a minute. */
export const quick: Part = {
  about: 'the counts of one alert and of a burst, and what there is to load',
  measure: async (report) => {
    const { countSite } = await import('./count-files.ts')
    const { countAlerts } = await import('./count-alerts.ts')
    countSite(report)
    await countAlerts(report, ['warm-alerts', 'burst'])
  },
}

/**
 * Groups of parts. The groups run one after another, and the parts of a group in parallel. Parts that measure time run
 * alone, because they need a free processor.
 */
export const groups: readonly (readonly PartName[])[] = [
  ['counts', 'data', 'journal'],
  ['screens', 'memory'],
  ['clock'],
  ['bursts'],
  ['faults'],
]
