/** The version of a list. The numbers only grow. Two versions are compared by the first number that differs. */
export type Version = readonly number[]

export const isOlder = (one: Version, other: Version): boolean => {
  const at = one.findIndex((number, index) => number !== other[index])
  return at >= 0 && (one[at] as number) < (other[at] ?? -Infinity)
}
