import ChevronLeft from '~icons/chevron-left'
import ChevronRight from '~icons/chevron-right'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { everyMarket } from '../../../shared/alerts/alert-action.ts'
import type { ResponseOf } from '../../../shared/contract/index.ts'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import { grouped } from '../../../shared/platform/figures.ts'
import type { Icon } from '../../components/icon.tsx'
import { QuietMode } from '../../components/mode-badge.tsx'
import { OutcomeBadge } from '../../components/outcome-badge.tsx'
import { nameOf } from '../../lib/alerts-query.ts'
import { formatPrecise } from '../../lib/format.ts'
import { useTitle } from '../../lib/use-title.ts'
import { neighboursQuery } from './neighbours.ts'

/** Shows the alert and its outcome, with links to the previous and the next alert. */
export const AlertHead = ({ alert }: { readonly alert: ResponseOf<'getAlert'> }) => {
  const { ended, acceptedAt, mode, extra } = alert
  const { action, market, price, strategy } = extra.alert
  const name = extra.name ?? (market === everyMarket ? 'All markets' : market)
  const title = `${name} ${action}${price === null ? '' : ` at ${grouped(price)}`}`
  useTitle(title)
  const { data: around } = useQuery(neighboursQuery(alert))
  return (
    <header className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-x-2">
      <div className="grid gap-0.5">
        <h1 className="text-xl font-semibold tracking-tight break-words">{title}</h1>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          {ended && <OutcomeBadge outcome={ended.outcome} />}
          <time dateTime={acceptedAt}>{formatPrecise(acceptedAt)}</time>
          {extra.name && <span>{market}</span>}
          {strategy && <span className="break-words">{strategy}</span>}
          <QuietMode mode={mode} />
        </p>
      </div>
      <Step to={around?.previous} label="Previous alert" icon={ChevronLeft} />
      <Step to={around?.next} label="Next alert" icon={ChevronRight} />
    </header>
  )
}

type StepProps = { readonly to: AlertLine | undefined; readonly label: string; readonly icon: Icon }

/** Links to the previous or the next alert. If there is none, an empty element takes its place. */
const Step = ({ to, label, icon: Picture }: StepProps) => (
  <span className="size-9 rounded-md border border-line empty:opacity-50 print:hidden pointer-coarse:size-11">
    {to && (
      <Link
        to="/dashboard/alerts/$alertId"
        params={{ alertId: to.alertId }}
        aria-label={`${label}: ${nameOf(to)}`}
        title={`${label}: ${nameOf(to)}`}
        className="-m-px grid size-9 place-items-center rounded-md border border-edge bg-panel hover:bg-ground pointer-coarse:size-11"
      >
        <Picture aria-hidden className="size-4" />
      </Link>
    )}
  </span>
)
