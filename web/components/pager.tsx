import { pageLimits } from '../../shared/page-limits.ts'
import { Button } from './button.tsx'
import { Select } from './select.tsx'

type Props = {
  readonly page: number
  readonly size: number
  /** How many entries there are in all. */
  readonly count: number
  readonly onPage: (page: number) => void
  readonly onSize: (size: number) => void
}

/** Moves through a list's pages. 'All' is offered while everything fits one request. */
export const Pager = ({ page, size, count, onPage, onSize }: Props) => {
  const pages = Math.max(1, Math.ceil(count / size))
  const sizes = [
    ...pageLimits.options.map((option) => ({ value: String(option), label: String(option) })),
    ...(count <= pageLimits.max || size === pageLimits.max
      ? [{ value: String(pageLimits.max), label: 'All' }]
      : []),
  ]
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-end gap-2 text-sm sm:gap-3">
      <span className="mr-auto text-muted max-sm:w-full">{count.toLocaleString('en-GB')} in all</span>
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
      <Button kind="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="text-muted">
        Page {page} of {pages}
      </span>
      <Button kind="quiet" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
