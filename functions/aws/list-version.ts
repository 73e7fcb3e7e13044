/**
 * The version of a user's log or list of instruments. Its numbers never decrease. Two versions are compared by the
 * first number that differs.
 */
export type Version = readonly number[]

export const isOlder = (one: Version, other: Version): boolean => {
  const at = one.findIndex((number, index) => number !== other[index])
  return at >= 0 && (one[at] as number) < (other[at] ?? -Infinity)
}
