import { apiBasePath } from '../../shared/contract.ts'
import type { Page, PageQuery } from '../../shared/page.ts'

/** One page of rows that are all at hand. @param path of the list below the API's base, without query */
export const slicePage = <Row>(
  path: string,
  { offset, limit }: PageQuery,
  rows: readonly Row[],
): Page<Row> => {
  const at = (start: number) => `${apiBasePath}${path}?offset=${start}&limit=${limit}`
  return {
    count: rows.length,
    next: offset + limit < rows.length ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results: rows.slice(offset, offset + limit),
  }
}
