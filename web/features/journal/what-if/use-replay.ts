import { useCallback, useEffect, useRef, useState } from 'react'
import type { Change } from '../../../../shared/journal/what-if/replay.ts'
import type { Estimate } from '../../../../shared/journal/what-if/estimate.ts'
import type { Answer, Question } from '../../../../shared/journal/what-if/session.ts'

/** The estimated results by the alert's ID. */
export type Estimates = ReadonlyMap<string, Estimate>

type AnswerOf<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>

/** Starts a worker that replays alerts with changed rules, and returns its latest answers. */
export const useReplay = () => {
  const worker = useRef<Worker | null>(null)
  /** The changes that the worker has not answered yet. The worker answers them in this order. */
  const asked = useRef<Change[]>([])
  const [loaded, setLoaded] = useState<AnswerOf<'loaded'> | null>(null)
  const [replayed, setReplayed] = useState<(AnswerOf<'replayed'> & { readonly of: Change }) | null>(null)
  const [estimates, setEstimates] = useState<Estimates>(new Map())
  const [shown, setShown] = useState<AnswerOf<'shown'> | null>(null)

  useEffect(() => {
    const started = new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module' })
    worker.current = started
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.kind === 'loaded') setLoaded(data)
      else if (data.kind === 'shown') setShown(data)
      else if (data.kind === 'estimated')
        setEstimates((before) => new Map(before).set(data.alertId, data.estimate))
      else {
        const of = asked.current.shift()
        // Previous estimates belong to other orders.
        setEstimates(new Map())
        if (of) setReplayed({ ...data, of })
      }
    })
    return () => started.terminate()
  }, [])

  const ask = useCallback((question: Question) => {
    if (question.kind === 'load') setLoaded(null)
    if (question.kind === 'replay') asked.current.push(question.change)
    worker.current?.postMessage(question)
  }, [])

  return { ask, loaded, replayed, shown, estimates }
}
