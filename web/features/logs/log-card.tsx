import ChevronRight from '~icons/chevron-right'
import { Collapsible } from 'radix-ui'
import { memo, useEffect, useRef, useState } from 'react'
import { detailsOf } from '../../../shared/logs/extra-details.ts'
import type { OutcomeExtra } from '../../../shared/logs/is-ended.ts'
import type { LogEntry, LogExtra } from '../../../shared/logs/log.schema.ts'
import { logTypeLabels } from '../../../shared/logs/log-types.ts'
import { isEarly } from '../../../shared/trading/model/rule-names.ts'
import { Badge, type Tone } from '../../components/badge.tsx'
import { OutcomeDot } from '../../components/outcome-badge.tsx'
import { endedAlertOf } from '../../lib/ended-alert.ts'
import { QuietMode } from '../../components/mode-badge.tsx'
import { formatPrecise, worded } from '../../lib/format.ts'
import { DecisionTrace } from '../../components/decision-trace.tsx'
import { settingOf } from '../../components/fix-link.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { DetailList } from '../../components/detail-list.tsx'
import { PhaseList } from '../../components/phase-list.tsx'

const typeTones: Readonly<Partial<Record<LogEntry['type'], Tone>>> = { ERROR: 'bad' }

type Props = {
  readonly entry: LogEntry
  /** Whether the additional data are visible at first. */
  readonly isOpen?: boolean
  /** Whether the user followed a link to this entry. The card then scrolls into view. */
  readonly isTarget?: boolean
}

/** Shows a log entry. It is memoised, because most polls return the same entries. */
export const LogCard = memo(({ entry, isTarget = false, isOpen = isTarget }: Props) => {
  const { extra } = entry
  const alertId = extra && 'alertId' in extra ? extra.alertId : undefined
  const ended = endedAlertOf(entry)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isTarget) place.current?.scrollIntoView()
  }, [isTarget])
  return (
    <article
      ref={place}
      className="grid scroll-mt-20 grid-cols-1 gap-2 rounded-lg border border-line bg-panel p-4"
    >
      <header className="flex flex-wrap items-center gap-2">
        {ended && <OutcomeDot outcome={ended.outcome} />}
        <Badge tone={typeTones[entry.type] ?? 'plain'}>{logTypeLabels[entry.type]}</Badge>
        <QuietMode mode={entry.mode} />
        <time dateTime={entry.createdAt} className="text-sm text-muted sm:ml-auto">
          {formatPrecise(entry.createdAt)}
        </time>
      </header>
      <h2 className="font-medium break-words">{worded(entry.message)}</h2>
      {entry.description && <p className="text-sm break-words text-muted">{worded(entry.description)}</p>}
      {alertId !== undefined && (
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <TextLink to="/dashboard/alerts/$alertId" params={{ alertId }}>
            Full details of this alert
          </TextLink>
          {extra?.kind === 'outcome' && <OutcomeLinks extra={extra} mode={entry.mode} />}
        </p>
      )}
      {extra && <AdditionalData extra={extra} isOpen={isOpen} />}
    </article>
  )
})
LogCard.displayName = 'LogCard'

type OutcomeProps = { readonly extra: OutcomeExtra } & Pick<LogEntry, 'mode'>

const OutcomeLinks = ({ extra, mode }: OutcomeProps) => (
  <>
    {extra.outcome === 'PLACED' && <TradeOf extra={extra} mode={mode} />}
    <WhatIfOf extra={extra} mode={mode} />
  </>
)

const TradeOf = ({ extra: { alertId, order }, mode }: OutcomeProps) =>
  order ? (
    <TextLink to="/dashboard/journal/$tradeId" params={{ tradeId: alertId }} search={mode ? { mode } : {}}>
      View the trade in the journal
    </TextLink>
  ) : null

/** Links a refusal to the What if page, which opens at the rule that refused the alert. */
const WhatIfOf = ({ extra: { trace }, mode }: OutcomeProps) => {
  const last = trace.at(-1)
  const focus = last && !last.passed ? settingOf(last.rule) : undefined
  return focus ? (
    <>
      <TextLink to="/dashboard/what-if" search={{ focus, mode }}>
        What if this rule were different?
      </TextLink>
      {last && isEarly(last.rule) && (
        <span className="text-muted">
          Nothing was read from IG for this alert, so its own result is mostly not known.
        </span>
      )}
    </>
  ) : null
}

const AdditionalData = ({ extra, isOpen }: { readonly extra: LogExtra; readonly isOpen: boolean }) => {
  const [open, setOpen] = useState(isOpen)
  const trace = ('trace' in extra && extra.trace) || []
  const { phases, alert } = extra.kind === 'outcome' ? extra : {}
  const details = detailsOf(extra)
  if (!details) return null
  const { trace: _, phases: __, outcome: ___, ...rest } = details
  return (
    <Collapsible.Root open={open} onOpenChange={setOpen}>
      <Collapsible.Trigger className="group -ml-1 inline-flex items-center gap-1 rounded px-1 py-0.5 text-sm font-medium text-accent hover:underline">
        <ChevronRight aria-hidden className="size-4 transition-transform group-data-[state=open]:rotate-90" />
        Additional Data <span className="font-normal text-muted">({open ? 'shown' : 'hidden'})</span>
      </Collapsible.Trigger>
      <Collapsible.Content className="fade-in mt-2 grid grid-cols-1 gap-5 rounded-md bg-ground p-4">
        {trace.length > 0 && (
          <section className="grid gap-3">
            <h3 className="text-sm font-semibold">Decision</h3>
            <DecisionTrace trace={trace} market={alert?.market} isBelowOutcome />
          </section>
        )}
        {phases && <PhaseList phases={phases} />}
        <section className="grid grid-cols-1 gap-3">
          {trace.length > 0 && <h3 className="text-sm font-semibold">Details</h3>}
          <DetailList details={rest} />
        </section>
      </Collapsible.Content>
    </Collapsible.Root>
  )
}
