import { useEffect } from 'react'
import type { Page } from '../../shared/platform/page.schema.ts'

type Place = {
  readonly page: number
  readonly size: number
  /** @param replace whether the new page replaces the current one in the browser's history */
  readonly onPage: (page: number, replace?: boolean) => void
}

type PageRead = {
  readonly data: Page<unknown> | undefined
  /** Whether `data` still belongs to the previous page. */
  readonly isPlaceholderData: boolean
}

/** Moves to the last page if the page in the address no longer exists. */
export const useExistingPage = ({ data, isPlaceholderData }: PageRead, { page, size, onPage }: Place) => {
  const pages = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.count / size)) : undefined
  const beyond = pages !== undefined && data?.results.length === 0 && page > pages
  useEffect(() => {
    if (beyond) onPage(pages, true)
  })
}
