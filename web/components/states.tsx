import { Button } from './button.tsx'

export const Loading = () => (
  <p role="status" className="p-10 text-center text-muted">
    Loading
  </p>
)

/** Classes of a bar shown in place of text while it loads. */
export const skeletonClass = 'h-4 animate-pulse rounded bg-line'

export const LoadingCards = () => (
  <div role="status" className="grid grid-cols-1 gap-3">
    <span className="sr-only">Loading</span>
    {[1, 2, 3, 4].map((each) => (
      <div key={each} aria-hidden className="grid gap-3 rounded-lg border border-line bg-panel p-4">
        <div className={`${skeletonClass} w-48`} />
        <div className={`${skeletonClass} w-3/4`} />
        <div className={`${skeletonClass} w-1/2`} />
      </div>
    ))}
  </div>
)

export const LoadingOverview = () => (
  <div role="status" className="grid grid-cols-1 gap-6">
    <span className="sr-only">Loading</span>
    <div aria-hidden className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {[1, 2, 3, 4].map((each) => (
        <div
          key={each}
          className="grid h-[6.25rem] content-between rounded-lg border border-line bg-panel p-5"
        >
          <div className={`${skeletonClass} w-2/3`} />
          <div className={`${skeletonClass} w-1/3`} />
        </div>
      ))}
    </div>
    <div aria-hidden className="h-28 rounded-lg border border-line bg-panel" />
    <div aria-hidden className="h-72 rounded-lg border border-line bg-panel" />
  </div>
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
