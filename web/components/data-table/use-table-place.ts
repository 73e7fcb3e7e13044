import { useNavigate, useSearch } from '@tanstack/react-router'
import { pageLimits } from '../../../shared/platform/page-limits.ts'
import type { ListPlace } from '../../lib/list-place.ts'

export type TablePlace = ListPlace & {
  /** @param replace whether the new page replaces the current page in the history */
  readonly onPage: (page: number, replace?: boolean) => void
  readonly onSize: (size: number) => void
  readonly onSearch: (term: string) => void
  /** Sorts by a column: first ascending, then descending, then in the list's own order. */
  readonly onSort: (field: string) => void
}

/**
 * Page, page size and search term of the screen's table. They are in the address, so that a link shows the same view. A
 * new page size or search term leads to the first page.
 */
export const useTablePlace = (): TablePlace => {
  const { page = 1, size = pageLimits.default, q = '', sort } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (
    to: { page?: number; size?: number; q?: string | undefined; sort?: string | undefined },
    replace = false,
  ) =>
    void navigate({
      to: '.',
      replace,
      search: (before: object) => ({ ...before, page: undefined, ...to }),
    })
  return {
    page,
    size,
    q,
    sort,
    onPage: (next, replace) => go({ page: next }, replace),
    onSize: (next) => go({ size: next }),
    onSort: (field) =>
      go({ sort: sort === field ? `-${field}` : sort === `-${field}` ? undefined : field }, true),
    onSearch: (term) => go({ q: term || undefined }, true),
  }
}
