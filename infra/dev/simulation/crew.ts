import { Worker } from 'node:worker_threads'
import { availableParallelism } from 'node:os'
import { playSeed } from './play.ts'
import { sourceMutants } from './source-mutants.ts'

export type Tally = {
  seeds: number
  events: number
  /** The seeds of worlds that broke a promise, with a text for each broken promise. */
  broken: { seed: number; words: readonly string[] }[]
  brokenCount: number
  strikes: Record<string, number>
  outcomes: Record<string, number>
}

export const emptyTally = (): Tally => ({
  seeds: 0,
  events: 0,
  broken: [],
  brokenCount: 0,
  strikes: {},
  outcomes: {},
})

export type Task = { readonly from: number; readonly count: number; readonly mutant?: string }

/**
 * Plays tasks on one worker thread per core. All tasks have the same mutant, or none.
 * @param onTally called after each task; the run ends if it returns true
 */
const playTasks = async (tasks: readonly Task[], onTally: (task: Task, tally: Tally) => boolean | void) => {
  const open = [...tasks].reverse()
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), tasks.length) }, async () => {
      const worker = new Worker(new URL('./crew-worker.ts', import.meta.url), {
        execArgv: ['--import', new URL('./mutate-source.ts', import.meta.url).href],
        workerData: { sourceMutant: tasks[0]?.mutant },
      })
      try {
        for (let task = open.pop(); task; task = open.pop()) {
          const tally = await new Promise<Tally>((resolve, reject) => {
            worker.once('message', resolve)
            worker.once('error', reject)
            worker.postMessage(task)
          })
          worker.removeAllListeners('error')
          if (onTally(task, tally)) open.length = 0
        }
      } finally {
        await worker.terminate()
      }
    }),
  )
}

const addTally = (sum: Tally, part: Tally) => {
  sum.seeds += part.seeds
  sum.events += part.events
  sum.brokenCount += part.brokenCount
  sum.broken.push(...part.broken.slice(0, 20 - sum.broken.length))
  for (const kind of ['strikes', 'outcomes'] as const)
    for (const [name, count] of Object.entries(part[kind])) sum[kind][name] = (sum[kind][name] ?? 0) + count
}

/**
 * Plays a number of seeds.
 * @param onProgress called after each task with the sum so far
 * @returns the sum over all worlds, with the first 20 worlds that broke a promise
 */
export const playSeeds = async (
  from: number,
  seeds: number,
  onProgress?: (sum: Tally) => void,
): Promise<Tally> => {
  const sum = emptyTally()
  await playTasks(tasksOf(from, seeds), (_, tally) => {
    addTally(sum, tally)
    onProgress?.(sum)
  })
  return sum
}

/** Divides seeds into tasks. The tasks of a mutant are small, because the run ends once the mutant is caught. */
const tasksOf = (from: number, seeds: number, mutant?: string): readonly Task[] => {
  const piece = mutant === undefined ? 500 : 25
  return Array.from({ length: Math.ceil(seeds / piece) }, (_, index) => ({
    from: from + index * piece,
    count: Math.min(piece, seeds - index * piece),
    ...(mutant !== undefined && { mutant }),
  }))
}

/**
 * Plays a mutant until a world breaks a promise. It first plays the seed that caught the mutant last time, then all
 * seeds.
 * @returns the seed that caught the mutant, with the broken promises; undefined if no seed caught it
 */
export const catchMutant = async (
  mutant: string,
  {
    from,
    seeds,
    first,
  }: { readonly from: number; readonly seeds: number; readonly first?: number | undefined },
): Promise<Tally['broken'][number] | undefined> => {
  let caught: Tally['broken'][number] | undefined
  const play = (tasks: readonly Task[]) =>
    playTasks(tasks, (_, { broken: [broken] }) => {
      if (broken && (!caught || broken.seed < caught.seed)) caught = broken
      return caught !== undefined
    })
  if (first !== undefined) {
    if (mutant in sourceMutants) await play([{ from: first, count: 1, mutant }])
    else {
      // This mutant does not change the source, so no worker has to load the source again.
      const { broken } = await playSeed(first, mutant)
      if (broken.length > 0) caught = { seed: first, words: broken }
    }
  }
  if (!caught) await play(tasksOf(from, seeds, mutant))
  return caught
}
