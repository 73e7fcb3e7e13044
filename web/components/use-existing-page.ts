import { useEffect } from 'react'
import type { Page } from '../../shared/platform/page.schema.ts'

type Place = {
  readonly page: number
  readonly size: number
  /** @param replace whether the current page must not stay in the history */
  readonly onPage: (page: number, replace?: boolean) => void
}

type PageRead = {
  readonly data: Page<unknown> | undefined
  /** Whether `data` still belongs to the previous page. */
  readonly isPlaceholderData: boolean
}

/** Moves to the last page if the one in the address no longer exists. */
export const useExistingPage = ({ data, isPlaceholderData }: PageRead, { page, size, onPage }: Place) => {
  const pages = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.count / size)) : undefined
  const beyond = pages !== undefined && data?.results.length === 0 && page > pages
  useEffect(() => {
    if (beyond) onPage(pages, true)
  })
}
