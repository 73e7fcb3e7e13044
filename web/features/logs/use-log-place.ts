import { useNavigate, useSearch } from '@tanstack/react-router'
import { pageLimits } from '../../../shared/page-limits.ts'
import { type LogFilters, noFilters } from './filters.ts'
import type { Narrowing } from './narrow.ts'

const route = '/dashboard/logs'

/**
 * Page, page size, filters and what narrows the page, kept in the address. Any change of a filter leads back to the
 * first page.
 */
export const useLogPlace = () => {
  const search = useSearch({ from: route })
  const { page = 1, size = pageLimits.default, from, to, type, q = '', outcome, signIns, entry } = search
  const navigate = useNavigate({ from: route })
  return {
    page,
    size,
    entry,
    filters: { from, to, type } satisfies LogFilters,
    narrowing: { q, outcome, signIns: signIns === true } satisfies Narrowing,
    onPage: (next: number, replace = false) =>
      void navigate({ replace, search: (before) => ({ ...before, page: next }) }),
    onSize: (next: number) =>
      void navigate({ search: (before) => ({ ...before, page: undefined, size: next }) }),
    onFilter: (changed: LogFilters) =>
      void navigate({
        replace: true,
        search: (before) => ({ ...before, ...changed, page: undefined, entry: undefined }),
      }),
    onNarrow: ({ q: words, signIns: shown, ...rest }: Partial<Narrowing>) =>
      void navigate({
        replace: true,
        search: (before) => ({
          ...before,
          ...('outcome' in rest ? { outcome: rest.outcome } : {}),
          ...(words === undefined ? {} : { q: words || undefined }),
          ...(shown === undefined ? {} : { signIns: shown || undefined }),
          page: undefined,
        }),
      }),
    onReset: () => void navigate({ search: noFilters }),
  }
}
