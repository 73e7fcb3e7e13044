import type { ReactNode } from 'react'
import { formatNumber } from '../../../../shared/platform/figures.ts'
import { MarketName } from '../../../components/market-name.tsx'
import { QuietMode } from '../../../components/mode-badge.tsx'
import { OutcomeBadge } from '../../../components/outcome-badge.tsx'
import { TextLink } from '../../../components/text-link.tsx'
import { formatPrecise, worded } from '../../../lib/format.ts'
import type { SentMessage } from './alert-log.ts'
import type { Finding } from './compare.ts'
import { adviceOn } from './reasons.ts'

/**
 * Shows a message or an alert: its content, its time, its outcome or the likely reason why there is none, and what to
 * do.
 */
export const FindingRow = ({ finding }: { readonly finding: Finding }) => {
  const advice = adviceOn(finding)
  return (
    <li className="grid grid-cols-1 gap-1 border-line py-3 not-last:border-b">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <span className="min-w-0 font-medium break-words">{titleOf(finding)}</span>
        <span className="text-xs text-muted">{placeOf(finding)}</span>
      </div>
      {advice && (
        <p>
          {advice.why}. <span className="text-muted">{advice.remedy}.</span>
        </p>
      )}
      <Details finding={finding} />
    </li>
  )
}

const titleOf = (finding: Finding): ReactNode => {
  if (finding.kind === 'extra' || finding.kind === 'arrived') {
    const { action, market, name, strategy } = finding.alert
    return (
      <>
        {action} <MarketName name={name} symbol={market} />
        {strategy !== null && <span className="font-normal text-muted"> · {strategy}</span>}
      </>
    )
  }
  const { alert, ticker, name } = finding.message
  const named = alert ? `${alert.action} ${alert.market}` : ticker || 'Message'
  return (
    <>
      {named}
      <span className="font-normal text-muted">
        {[...new Set([alert?.strategy ?? '', name])]
          .filter((part) => part !== '')
          .map((part) => ` · ${part}`)}
      </span>
    </>
  )
}

const placeOf = (finding: Finding) => {
  if (finding.kind === 'extra') return formatPrecise(finding.alert.acceptedAt)
  const { at, line } = finding.message
  return `${formatPrecise(new Date(at).toISOString())} · line ${formatNumber(line)}`
}

const Details = ({ finding }: { readonly finding: Finding }) => {
  switch (finding.kind) {
    case 'arrived':
    case 'extra':
      return (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {finding.alert.outcome && <OutcomeBadge outcome={finding.alert.outcome} />}
          <QuietMode mode={finding.alert.mode} />
          <span className="min-w-0 text-muted">{worded(finding.alert.message ?? 'Not decided yet')}</span>
          {finding.kind === 'arrived' && <Notes message={finding.message} times={finding.times} />}
          <ToAlert alertId={finding.alert.alertId} />
        </p>
      )
    case 'ignored':
      return (
        <p>
          <ToAlert alertId={finding.alertId} />
        </p>
      )
    case 'unreadable':
      return (
        <p className="flex flex-wrap gap-x-3">
          <span className="text-muted">{finding.entry.description}</span>
          <TextLink to="/dashboard/logs" search={{ entry: finding.entry.id, to: finding.entry.createdAt }}>
            Open log entry
          </TextLink>
        </p>
      )
    case 'lost': {
      const problems = Object.entries(finding.message.problems)
      return problems.length === 0 ? null : (
        <p className="text-muted">{problems.map(([field, problem]) => `${field}: ${problem}`).join('; ')}</p>
      )
    }
    case 'not compared':
      return null
  }
}

const Notes = ({ message, times }: { readonly message: SentMessage; readonly times: number }) => (
  <span className="text-muted empty:hidden">
    {[
      ...(times > 1 ? [`Sent ${times} times, taken once`] : []),
      ...(message.delivery === 'failed' || message.delivery === 'timed out'
        ? [`TradingView logged that it ${message.delivery}`]
        : []),
    ].join('. ')}
  </span>
)

const ToAlert = ({ alertId }: { readonly alertId: string }) => (
  <TextLink to="/dashboard/alerts/$alertId" params={{ alertId }}>
    Open alert
  </TextLink>
)
