import type { TradeDetails } from '../../../shared/journal/journal.schema.ts'
import { Card } from '../../components/card.tsx'
import { DecisionTrace } from '../../components/decision-trace.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { formatDuration, formatPrecise } from '../../lib/format.ts'
import { counted, formatLevel, formatNumber, signedMoney } from '../../../shared/platform/figures.ts'
import { closerWords } from '../../lib/journal-words.ts'

type Moment = {
  readonly at: string
  readonly what: string
  readonly more?: string
  /** The ID of the alert to which the line links. */
  readonly alertId?: string
}

/** Lists the events of a trade from its alert to its last close. */
const momentsOf = ({ trade, alert, moves, currency }: TradeDetails): readonly Moment[] =>
  [
    ...(alert
      ? [
          {
            at: alert.arrivedAt,
            alertId: alert.alertId,
            what: `Alert arrived${alert.price === null ? '' : ` at ${formatNumber(alert.price)}`}`,
            more: `decided after ${formatDuration(Date.parse(alert.decidedAt) - Date.parse(alert.arrivedAt))}${alert.level === null ? '' : `, order at ${formatNumber(alert.level)}`}`,
          },
        ]
      : []),
    { at: trade.openedAt, what: `Opened at ${formatNumber(trade.openLevel)}` },
    ...moves.map(({ at, stop, limit }, place) => ({
      at,
      what: `${place === 0 ? 'Stop' : 'Stop moved to'} ${formatLevel(stop)}, limit ${formatLevel(limit)}`,
    })),
    ...trade.legs.map((leg) => ({
      at: leg.closedAt,
      what: `${leg.closer === 'roll' ? 'Rolled' : `Closed ${formatNumber(leg.size)}`} at ${formatNumber(leg.closeLevel)}: ${signedMoney(leg.result, currency)}`,
      more: `${closerWords[leg.closer]}, IG reference ${leg.reference}${leg.link === 'inferred' ? ', inferred: IG has no entry for this close' : leg.link === 'none' ? ', unattributed' : ''}`,
    })),
    // IG's times are whole seconds. Events within the same second keep the order of the list above.
  ].toSorted((one, other) => secondOf(one).localeCompare(secondOf(other)))

const secondOf = ({ at }: Moment) => at.slice(0, '2026-11-24T12:00:00'.length)

/** Shows what happened to a trade: the alert that opened it, its opening, the moves of its stop, and its closes. */
export const TradeTimeline = ({ details }: { readonly details: TradeDetails }) => (
  <Card title="Timeline">
    <ol className="grid gap-3 border-l border-line pl-4 text-sm">
      {momentsOf(details).map(({ at, what, more, alertId }) => (
        <li key={`${at} ${what}`} className="grid gap-0.5">
          {alertId === undefined ? (
            <span className="font-medium">{what}</span>
          ) : (
            <TextLink to="/dashboard/alerts/$alertId" params={{ alertId }} className="w-fit">
              {what}
            </TextLink>
          )}
          <span className="text-xs text-muted">
            <time dateTime={at}>{formatPrecise(at)}</time>
            {more ? `, ${more}` : ''}
          </span>
        </li>
      ))}
    </ol>
  </Card>
)

/** Shows the rules that a trade's alert passed. */
export const TradeDecision = ({ details: { alert, trade } }: { readonly details: TradeDetails }) => {
  if (!alert) return null
  return (
    <Card title="Decision" description="The rules that the alert passed, and what each one found">
      {alert.trace && alert.trace.length > 0 ? (
        <details>
          <summary className="mb-3 cursor-pointer text-sm text-accent">
            {counted(alert.trace.length, 'rule')} passed
          </summary>
          <DecisionTrace trace={alert.trace} market={trade.market ?? undefined} />
        </details>
      ) : (
        <p className="text-sm text-muted">The alert is no longer stored.</p>
      )}
    </Card>
  )
}
