import ChevronLeft from '~icons/chevron-left'
import ChevronRight from '~icons/chevron-right'
import { pageLimits } from '../../shared/platform/page-limits.ts'
import { Button } from './button.tsx'
import { Select } from './select.tsx'
import { formatNumber } from '../../shared/platform/figures.ts'

type Props = {
  readonly page: number
  readonly size: number
  readonly count: number
  readonly onPage: (page: number) => void
  readonly onSize: (size: number) => void
}

/** Moves through a list's pages. Offers 'All' if one request can read the whole list. */
export const Pager = ({ page, size, count, onPage, onSize }: Props) => {
  const pages = Math.max(1, Math.ceil(count / size))
  const isAll = count <= pageLimits.max
  const sizes = [
    ...pageLimits.options.map((option) => ({ value: String(option), label: String(option) })),
    ...(isAll ? [{ value: String(pageLimits.max), label: 'All' }] : []),
    // The user chose 'All', but the list has since become too long for one request.
    ...(!isAll && size === pageLimits.max ? [{ value: String(size), label: formatNumber(size) }] : []),
  ]
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 text-sm sm:gap-3 print:hidden">
      <span className="mr-auto text-muted">{formatNumber(count)} total</span>
      <span aria-hidden className="text-muted max-sm:hidden">
        Rows
      </span>
      <Select
        label="Rows per page"
        terse
        value={String(size)}
        onChange={(next) => onSize(Number(next))}
        options={sizes}
      />
      <Button kind="quiet" className="max-sm:px-2.5" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">Previous</span>
      </Button>
      <span className="whitespace-nowrap text-muted">
        <span className="max-sm:sr-only">Page </span>
        {page} of {pages}
      </span>
      <Button
        kind="quiet"
        className="max-sm:px-2.5"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight aria-hidden className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">Next</span>
      </Button>
    </nav>
  )
}
