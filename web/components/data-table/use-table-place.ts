import { useNavigate, useSearch } from '@tanstack/react-router'
import { pageLimits } from '../../../shared/page-limits.ts'

/** Page, page size and search term of the table on this screen, kept in the address so that a link repeats the view. */
export const useTablePlace = () => {
  const { page = 1, size = pageLimits.default, q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (to: { page?: number; size?: number; q?: string }, replace: boolean) =>
    void navigate({
      to: '.',
      replace,
      search: (before: object) => ({ ...before, page: undefined, ...to }),
    })
  return {
    page,
    size,
    q,
    onPage: (next: number) => go({ page: next }, false),
    onSize: (next: number) => go({ size: next }, false),
    onSearch: (term: string) => go({ q: term === '' ? undefined : term } as { q?: string }, true),
  }
}
