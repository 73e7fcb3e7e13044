import { apiBasePath } from '../../shared/contract/api-path.ts'
import type { Page } from '../../shared/platform/page.schema.ts'
import { snakeName } from '../../shared/platform/wire.ts'

/**
 * Returns one page of results, with the paths of the next and previous page. The paths repeat the parameters of
 * `query`.
 */
export const pageAnswer = <Item>(
  path: string,
  query: { readonly offset: number; readonly limit: number } & Readonly<Record<string, unknown>>,
  count: number,
  results: Item[],
): Page<Item> => {
  const { offset, limit, ...rest } = query
  const at = (to: number) => {
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined) parameters.set(snakeName(name), String(value))
    parameters.set('offset', String(to))
    parameters.set('limit', String(limit))
    return `${apiBasePath}${path}?${parameters}`
  }
  return {
    count,
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, Math.min(offset - limit, count - limit))) : null,
    results,
  }
}
