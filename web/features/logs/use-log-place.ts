import { useNavigate, useSearch } from '@tanstack/react-router'
import { pageLimits } from '../../../shared/page-limits.ts'
import { type LogFilters, noFilters } from './filters.ts'

const route = '/dashboard/logs'

/** Page, page size and filters, kept in the address. Any change of a filter leads back to the first page. */
export const useLogPlace = () => {
  const { page = 1, size = pageLimits.default, from, to, type } = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  return {
    page,
    size,
    filters: { from, to, type } satisfies LogFilters,
    onPage: (next: number, replace = false) =>
      void navigate({ replace, search: (before) => ({ ...before, page: next }) }),
    onSize: (next: number) =>
      void navigate({ search: (before) => ({ ...before, page: undefined, size: next }) }),
    onFilter: (changed: LogFilters) =>
      void navigate({ replace: true, search: (before) => ({ ...before, ...changed, page: undefined }) }),
    onReset: () => void navigate({ search: noFilters }),
  }
}
