import { useEffect } from 'react'
import type { Page } from '../../shared/platform/page.schema.ts'

type Place = {
  readonly page: number
  readonly size: number
  /** @param replace the page now in the address is not one to come back to */
  readonly onPage: (page: number, replace?: boolean) => void
}

type PageRead = {
  readonly data: Page<unknown> | undefined
  /** Whether `data` is still what another place held. */
  readonly isPlaceholderData: boolean
}

/** Goes to the last page where the one in the address is beyond it: its rows went away. */
export const useExistingPage = ({ data, isPlaceholderData }: PageRead, { page, size, onPage }: Place) => {
  const pages = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.count / size)) : undefined
  const beyond = pages !== undefined && data?.results.length === 0 && page > pages
  useEffect(() => {
    if (beyond) onPage(pages, true)
  })
}
