import { type Question, replaySession } from '../../../../shared/journal/what-if/session.ts'

/** Replays off the page’s thread, so that it goes on scrolling and typing meanwhile. */
const answer = replaySession()

self.addEventListener('message', ({ data }: MessageEvent<Question>) => self.postMessage(answer(data)))
