import { useNavigate, useSearch } from '@tanstack/react-router'
import { pageLimits } from '../../../shared/platform/page-limits.ts'
import { type LogFilters, noFilters } from './filters.ts'
import type { Narrowing } from './narrow.ts'

const route = '/dashboard/logs'

/** Stores the page, the page size and the filters in the address. If a filter changes, the first page is shown. */
export const useLogPlace = () => {
  const search = useSearch({ from: `/with-queries${route}` })
  const { page = 1, size = pageLimits.default, from, to, type, q = '', outcome, signIns, entry } = search
  const narrowing: Narrowing = { q, outcome, signIns: signIns === true }
  const navigate = useNavigate({ from: route })
  return {
    page,
    size,
    entry,
    filters: { from, to, type } satisfies LogFilters,
    narrowing,
    onPage: (next: number, replace = false) =>
      void navigate({ replace, search: (before) => ({ ...before, page: next }) }),
    onSize: (next: number) =>
      void navigate({ search: (before) => ({ ...before, page: undefined, size: next }) }),
    onFilter: (changed: LogFilters) =>
      void navigate({
        replace: true,
        search: (before) => ({ ...before, ...changed, page: undefined, entry: undefined }),
      }),
    onNarrow: (changed: Partial<Narrowing>) => {
      const next = { ...narrowing, ...changed }
      void navigate({
        replace: true,
        search: (before) => ({
          ...before,
          outcome: next.outcome,
          q: next.q || undefined,
          signIns: next.signIns || undefined,
          page: undefined,
        }),
      })
    },
    onReset: () => void navigate({ search: noFilters }),
  }
}
