import type { Instant } from '../../../shared/platform/units.ts'

/** Calls after which epics that IG does not know are searched for no further: the others are read one by one then. */
const mostCalls = 8

/** Milliseconds for which an epic that IG does not know is left out of common reads. */
const unknownFor = 24 * 3_600_000

/** Until when each epic is left out; one process keeps it for all its reads. Epoch milliseconds. */
export type UnknownEpics = Map<string, Instant>

/**
 * Reads several markets in one call. One epic that IG does not know fails all others with it: it is searched for by halves,
 * and left out for a day once it is found.
 * @param readSome false: IG does not know one of them
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
  /** Reads the known ones of epics that failed together, half by half, and remembers the unknown one. */
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
    // If the left half was read, the right one has the unknown epic: it need not be asked for as a whole.
    if (isLeftRead || (calls < mostCalls && !(await isRead(right)))) await readHalves(right)
  }
  if (!(await isRead(epics))) await readHalves(epics)
}
