export const apiBasePath = '/api/v1'

/** The names of the `{parameters}` in an endpoint's path. */
export const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
