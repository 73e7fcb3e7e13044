import Clock from '~icons/clock'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { QuietMode } from '../../components/mode-badge.tsx'
import { nameOf } from '../../lib/alerts-query.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { useCancelExit } from '../../lib/use-cancel-exit.ts'

/**
 * Shows the exits that wait for IG or for a market to open, on every screen. Their positions are still open. The user
 * can cancel each exit.
 */
export const WaitingExits = ({ waits }: { readonly waits: readonly AlertLine[] }) => (
  <Notice
    tone="warn"
    icon={Clock}
    role="region"
    label="Waiting exits"

    title={waits.length === 1 ? 'An exit is waiting' : `${waits.length} exits are waiting`}
  >
    <ul className="grid gap-2">
      {waits.map((each) => (
        <WaitingExit key={each.alertId} exit={each} />
      ))}
    </ul>
  </Notice>
)

const WaitingExit = ({ exit }: { readonly exit: AlertLine }) => {
  const { alertId, mode, strategy, acceptedAt, message } = exit
  const cancel = useCancelExit(alertId)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <QuietMode mode={mode} />
      <TextLink to="/dashboard/alerts/$alertId" params={{ alertId }} className="break-words">
        {nameOf(exit)}
      </TextLink>
      {strategy && <span className="break-words">{strategy}</span>}
      <span className="text-muted">{formatTimestamp(acceptedAt)}</span>
      <Button
        kind="quiet"
        className="ml-auto h-9"
        aria-label={`Cancel ${nameOf(exit)}`}
        disabled={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        Cancel
      </Button>
      {message && <p className="w-full break-words text-muted">{message}.</p>}
    </li>
  )
}
