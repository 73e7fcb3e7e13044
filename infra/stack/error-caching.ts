/**
 * CloudFront caches an origin's errors for some seconds and serves them to others, even with caching disabled and
 * `no-store` in the response, unless the distribution sets a caching time for the status. The cache key is then the
 * path alone, without cookies and query, so one user's error would reach another user.
 */

/** Status codes for which a distribution can set the caching time. The default is 10 seconds. */
export const keptErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504] as const
const usualSeconds = 10

/** Status codes for which CloudFront respects `no-store`. */
const heedsNoStore: ReadonlySet<number> = new Set([404, 410, 414, 501])

/**
 * How many seconds CloudFront caches a response.
 * @param configured the distribution's caching times in seconds, by status
 */
export const secondsKept = (
  status: number,
  cacheControl: string | undefined,
  configured: ReadonlyMap<number, number>,
): number => {
  if (!(keptErrors as readonly number[]).includes(status)) return 0
  if (heedsNoStore.has(status) && cacheControl?.includes('no-store')) return 0
  return configured.get(status) ?? usualSeconds
}
