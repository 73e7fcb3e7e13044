/**
 * CloudFront keeps errors of an origin for some seconds and answers others with them, also if the cache is switched
 * off and the answer says `no-store`, unless the distribution says otherwise for the status. The key is then the path
 * alone: without cookies and query, one user's trouble would be reported to another.
 */

/** The statuses for which a distribution may say how long. Seconds that it is unless said: 10. */
export const keptErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504] as const
const usualSeconds = 10

/** Status codes for which CloudFront respects `no-store`. */
const heedsNoStore: ReadonlySet<number> = new Set([404, 410, 414, 501])

/** @param configured seconds by status, as the distribution says */
export const secondsKept = (
  status: number,
  cacheControl: string | undefined,
  configured: ReadonlyMap<number, number>,
): number => {
  if (!(keptErrors as readonly number[]).includes(status)) return 0
  if (heedsNoStore.has(status) && cacheControl?.includes('no-store')) return 0
  return configured.get(status) ?? usualSeconds
}
