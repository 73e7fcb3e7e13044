import { parentPort } from 'node:worker_threads'
import { emptyTally, type Task } from './crew.ts'
import { playSeed } from './play.ts'

const count = (counts: Record<string, number>, names: Iterable<string>) => {
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
}

parentPort?.on('message', (task: Task) => {
  const play = async () => {
    const tally = emptyTally()
    for (let seed = task.from; seed < task.from + task.count; seed += 1) {
      const played = await playSeed(seed, task.mutant)
      tally.seeds += 1
      tally.events += played.events
      count(tally.strikes, played.strikes)
      count(tally.outcomes, played.outcomes)
      if (played.broken.length === 0) continue
      tally.brokenCount += 1
      if (tally.broken.length < 5) tally.broken.push({ seed, words: played.broken })
      // It is enough to catch a mutant once.
      if (task.mutant) break
    }
    parentPort?.postMessage(tally)
  }
  void play()
})
