/** Fetches dividend dates. The fetch itself is not built yet; until then this changes nothing and says so. */
export const handler = async () => {
  throw new Error('Fetching dividend dates is not built yet')
}
