import { type ReactNode, useState } from 'react'
import { aboutRule } from '../../../../shared/trading/model/rule-names.ts'
import type { Answer, Row } from '../../../../shared/journal/what-if/session.ts'
import { Badge, type Tone } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { DecisionTrace } from '../../../components/decision-trace.tsx'
import { formatTimestamp, worded } from '../../../lib/format.ts'
import { effectLabels } from './words.ts'

const tones: Readonly<Record<Row['effect'], Tone>> = {
  same: 'plain',
  refused: 'warn',
  traded: 'good',
  changed: 'blue',
  unknown: 'plain',
}
const shownAtOnce = 50

export type Shown = Extract<Answer, { kind: 'shown' }>
type Props = {
  readonly rows: readonly Row[]
  readonly shown: Shown | null
  readonly onShow: (alertId: string) => void
  /** What an order that would be placed would have made. */
  readonly estimateOf: (shown: Shown) => ReactNode
}

/** Alerts that would have ended differently, the newest first; each opens both decisions side by side. */
export const DifferingAlerts = ({ rows, shown, onShow, estimateOf }: Props) => {
  const [count, setCount] = useState(shownAtOnce)
  const [open, setOpen] = useState<string | null>(null)
  const newest = rows.toReversed().slice(0, count)
  return (
    <Card title="Alerts that would end differently">
      <ul className="grid gap-3">
        {newest.map((row) => (
          <li key={row.alertId} className="grid gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <Badge tone={tones[row.effect]}>{effectLabels[row.effect]}</Badge>
              <span className="font-medium">
                {row.action} {row.market}
              </span>
              {row.strategy && <span className="text-muted">{row.strategy}</span>}
              <time className="text-muted sm:ml-auto" dateTime={new Date(row.at).toISOString()}>
                {formatTimestamp(new Date(row.at).toISOString())}
              </time>
            </div>
            <p className="text-sm break-words text-muted">{worded(row.sentence)}</p>
            <p className="flex flex-wrap gap-x-3 text-sm">
              {row.rule && (
                <span>
                  Decided by <b className="font-medium">{aboutRule[row.rule].label}</b>
                </span>
              )}
              {row.restsOnOther && <span className="text-muted">Depends on another trade that differs</span>}
              <button
                type="button"
                aria-expanded={open === row.alertId}
                className="font-medium text-accent underline underline-offset-2"
                onClick={() => {
                  setOpen(open === row.alertId ? null : row.alertId)
                  onShow(row.alertId)
                }}
              >
                {open === row.alertId ? 'Hide both decisions' : 'Show both decisions'}
              </button>
            </p>
            {open === row.alertId && shown?.alertId === row.alertId && (
              <>
                <BothDecisions shown={shown} />
                {estimateOf(shown)}
              </>
            )}
          </li>
        ))}
      </ul>
      {rows.length > count && (
        <Button kind="quiet" className="w-fit" onClick={() => setCount(count + shownAtOnce)}>
          Show more ({rows.length - count} left)
        </Button>
      )}
    </Card>
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
