import type { Instant } from '../../../shared/platform/units.ts'

/** Maximum number of requests in a search for unknown epics. After that the search stops. */
const mostCalls = 8

/** Milliseconds for which an unknown epic is left out of reads of several markets. */
const unknownFor = 24 * 3_600_000

/** The time until which each unknown epic is left out of reads. All reads of one process share this map. */
export type UnknownEpics = Map<string, Instant>

/**
 * Reads several markets in one request. IG rejects the whole request if one epic is unknown. Such an epic is found by
 * halving the request and is left out for a day.
 * @param readSome returns false if IG does not know one of the epics
 */
export const readTogether = async (
  wanted: readonly string[],
  unknown: UnknownEpics,
  now: Instant,
  readSome: (epics: readonly string[]) => Promise<boolean>,
): Promise<void> => {
  const epics = wanted.filter((epic) => (unknown.get(epic) ?? 0) < now)
  if (epics.length === 0) return
  let calls = 0
  const isRead = (some: readonly string[]) => {
    calls += 1
    return readSome(some)
  }
  /** Reads the epics of a failed request in halves until only the unknown epic is left, and stores that epic. */
  const readHalves = async (some: readonly string[]): Promise<void> => {
    const [only] = some
    if (some.length === 1 && only !== undefined) {
      unknown.set(only, now + unknownFor)
      return
    }
    const half = Math.ceil(some.length / 2)
    const [left, right] = [some.slice(0, half), some.slice(half)]
    if (calls >= mostCalls) return
    const isLeftRead = await isRead(left)
    if (!isLeftRead) await readHalves(left)
    // If the left half could be read, the right half contains the unknown epic, so it is halved without being read.
    if (isLeftRead || (calls < mostCalls && !(await isRead(right)))) await readHalves(right)
  }
  if (!(await isRead(epics))) await readHalves(epics)
}
