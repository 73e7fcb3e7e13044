import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../components/button.tsx'

/** Replaces a screen that failed while React rendered it. */
export const ErrorPage = ({ error }: ErrorComponentProps) => (
  <div
    role="alert"
    className="m-4 grid justify-items-center gap-3 rounded-lg border border-bad/40 bg-panel p-10 text-center"
  >
    <h1 className="font-semibold">This page couldn’t be shown</h1>
    <p className="text-muted">
      Your alerts are still processed: that happens on the server. If reloading doesn’t help, report this
      error: {error instanceof Error ? error.message : String(error)}
    </p>
    <Button kind="quiet" onClick={() => window.location.reload()}>
      Reload page
    </Button>
  </div>
)
