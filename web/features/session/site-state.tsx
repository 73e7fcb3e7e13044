import { useEffect, useState } from 'react'
import { apiBasePath } from '../../../shared/contract/api-path.ts'
import type { contract } from '../../../shared/contract/index.ts'

const path: (typeof contract)['getHealth']['path'] = '/health'

/**
 * Shows whether Signalpost responds. It uses `fetch` directly, because the login page must not wait for the API client.
 */
export const SiteState = () => {
  const [isUp, setUp] = useState<boolean | null>(null)
  useEffect(() => {
    const ask = async () => {
      const response = await fetch(`${apiBasePath}${path}`)
      // If a response's body is not read, its connection stays open.
      await response.text()
      setUp(response.ok)
    }
    void ask().catch(() => setUp(false))
  }, [])
  return (
    <p role="status" className="flex min-h-5 items-center gap-2 text-sm text-muted">
      {isUp !== null && (
        <>
          <span aria-hidden className={`size-2 rounded-full ${isUp ? 'bg-good' : 'bg-bad'}`} />
          {isUp ? 'Signalpost is running' : 'Signalpost isn’t answering. Try again in a minute.'}
        </>
      )}
    </p>
  )
}
