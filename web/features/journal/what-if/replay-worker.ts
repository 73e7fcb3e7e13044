import { type Question, replaySession } from '../../../../shared/journal/what-if/session.ts'

/** Replays alerts in a worker, so that the page still responds to scrolling and typing. */
const answer = replaySession()

self.addEventListener('message', ({ data }: MessageEvent<Question>) => self.postMessage(answer(data)))
