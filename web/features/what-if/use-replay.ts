import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer, Question } from '../../../shared/what-if/session.ts'

type AnswerOf<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>

/** A worker of this screen’s own, and what it answered last. */
export const useReplay = () => {
  const worker = useRef<Worker | null>(null)
  const [loaded, setLoaded] = useState<AnswerOf<'loaded'> | null>(null)
  const [replayed, setReplayed] = useState<AnswerOf<'replayed'> | null>(null)
  const [shown, setShown] = useState<AnswerOf<'shown'> | null>(null)

  useEffect(() => {
    const started = new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module' })
    worker.current = started
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.kind === 'loaded') setLoaded(data)
      else if (data.kind === 'replayed') setReplayed(data)
      else setShown(data)
    })
    return () => started.terminate()
  }, [])

  const ask = useCallback((question: Question) => {
    if (question.kind === 'load') {
      setLoaded(null)
      setReplayed(null)
    }
    worker.current?.postMessage(question)
  }, [])

  return { ask, loaded, replayed, shown }
}
