import ChevronDown from '~icons/chevron-down'
import { Fragment, type ReactNode, useState } from 'react'
import { aboutRule } from '../../../../shared/trading/model/rule-names.ts'
import type { Counts } from '../../../../shared/journal/what-if/replay.ts'
import type { Answer, Row as Differing } from '../../../../shared/journal/what-if/session.ts'
import { formatNumber } from '../../../../shared/platform/figures.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { DecisionTrace } from '../../../components/decision-trace.tsx'
import { MarketName } from '../../../components/market-name.tsx'
import { Dot, Row } from '../../../components/row.tsx'
import { formatTimestamp, worded } from '../../../lib/format.ts'
import { effectLabels } from './words.ts'

/** The groups of alerts whose outcome would differ, most important first. */
const groups = [
  ['traded', 'good'],
  ['refused', 'warn'],
  ['changed', 'accent'],
  ['unknown', 'plain'],
] as const
const shownAtOnce = 10

export type Shown = Extract<Answer, { kind: 'shown' }>
type Props = {
  readonly rows: readonly Differing[]
  readonly counts: Counts
  readonly shown: Shown | null
  readonly onShow: (alertId: string) => void
  /** Renders the estimated result of an order that the changed rules would have placed. */
  readonly estimateOf: (shown: Shown) => ReactNode
}

/** Groups alerts by their outcome under the changed rules. The user can unfold an alert to compare both decisions. */
export const DifferingAlerts = ({ rows, counts, ...rest }: Props) => (
  <Card title="Alerts that would end differently">
    <div className="grid">
      {groups.map(([effect, tone]) => {
        const those = rows.filter((row) => row.effect === effect).toReversed()
        return (
          those.length > 0 && (
            <details key={effect} open={effect !== 'unknown'} className="group border-b border-line">
              <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 text-sm font-semibold">
                <Dot tone={tone} />
                {effectLabels[effect]}
                <Count of={those.length} />
                <ChevronDown aria-hidden className="mx-2.5 size-4 text-muted group-open:rotate-180" />
              </summary>
              <Group rows={those} tone={tone} {...rest} />
            </details>
          )
        )
      })}
      <p className="flex min-h-11 items-center gap-3 text-sm text-muted">
        <Dot tone="plain" />
        {effectLabels.same}
        <Count of={counts.same} />
        <span aria-hidden className="w-9" />
      </p>
    </div>
  </Card>
)

const Count = ({ of }: { readonly of: number }) => (
  <span className="ml-auto font-medium tabular-nums">{formatNumber(of)}</span>
)

type GroupProps = Pick<Props, 'rows' | 'shown' | 'onShow' | 'estimateOf'> & {
  readonly tone: (typeof groups)[number][1]
}

/** Shows the newest alerts of a group. A button shows earlier alerts. */
const Group = ({ rows, tone, shown, onShow, estimateOf }: GroupProps) => {
  const [count, setCount] = useState(shownAtOnce)
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <ul className="border-t border-line">
        {rows.slice(0, count).map((row) => (
          <Fragment key={row.alertId}>
            <Row
              mark={<Dot tone={tone} />}
              name={
                <>
                  {row.action} <MarketName name={row.name} symbol={row.market} />
                </>
              }
              title={`${row.action} ${row.name ?? ''} ${row.market}`}
              facts={[
                ...(row.rule ? [aboutRule[row.rule].label] : []),
                formatTimestamp(new Date(row.at).toISOString()),
                row.strategy,
                ...(row.restsOnOther ? ['depends on another trade that differs'] : []),
              ]
                .filter(Boolean)
                .join(' · ')}
              action={
                <button
                  type="button"
                  aria-expanded={open === row.alertId}
                  aria-label={open === row.alertId ? 'Hide both decisions' : 'Show both decisions'}
                  className="grid size-9 place-items-center text-muted hover:text-ink pointer-coarse:size-11"
                  onClick={() => {
                    setOpen(open === row.alertId ? null : row.alertId)
                    onShow(row.alertId)
                  }}
                >
                  <ChevronDown aria-hidden className={`size-4 ${open === row.alertId ? 'rotate-180' : ''}`} />
                </button>
              }
            />
            {open === row.alertId && shown?.alertId === row.alertId && (
              <li className="grid gap-3 border-b border-line py-3">
                <BothDecisions shown={shown} />
                {estimateOf(shown)}
              </li>
            )}
          </Fragment>
        ))}
      </ul>
      {rows.length > count && (
        <Button kind="quiet" className="my-3 w-fit" onClick={() => setCount(count + 5 * shownAtOnce)}>
          Show more ({rows.length - count} left)
        </Button>
      )}
    </>
  )
}

const BothDecisions = ({ shown: { before, after, sentences } }: { readonly shown: Shown }) => (
  <div className="grid gap-5 rounded-md bg-ground p-4 lg:grid-cols-2">
    {(
      [
        ['Original decision', before, sentences[0]],
        ['With these rules', after, sentences[1]],
      ] as const
    ).map(([title, trace, sentence]) => (
      <section key={title} className="grid content-start gap-3">
        <h3 className="text-sm font-semibold">{title}</h3>
        <p className="text-sm break-words">{worded(sentence)}</p>
        <DecisionTrace trace={trace} />
      </section>
    ))}
  </div>
)
