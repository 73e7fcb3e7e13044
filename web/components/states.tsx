import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export const Loading = () => (
  <p role="status" className="p-10 text-center text-muted">
    Loading
  </p>
)

export const Empty = ({ children }: { readonly children: ReactNode }) => (
  <p className="rounded-lg border border-dashed border-line p-10 text-center text-muted">{children}</p>
)

type FailedProps = { readonly title: string; readonly message: string; readonly onRetry?: () => void }

export const Failed = ({ title, message, onRetry }: FailedProps) => (
  <div
    role="alert"
    className="grid justify-items-center gap-3 rounded-lg border border-bad/40 p-10 text-center"
  >
    <p className="font-semibold">{title}</p>
    <p className="text-muted">{message}</p>
    {onRetry && (
      <Button kind="quiet" onClick={onRetry}>
        Try again
      </Button>
    )}
  </div>
)
