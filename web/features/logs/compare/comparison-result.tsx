import { useState } from 'react'
import { counted, formatNumber } from '../../../../shared/platform/figures.ts'
import { pageLimits } from '../../../../shared/platform/page-limits.ts'
import { listed } from '../../../../shared/platform/words.ts'
import { Pager } from '../../../components/pager.tsx'
import { type Segment, Segments } from '../../../components/segments.tsx'
import { formatTimestamp } from '../../../lib/format.ts'
import type { Finding } from './compare.ts'
import type { Comparison } from './compare-file.ts'
import { FindingRow } from './finding-row.tsx'

type Kind = Finding['kind']

/**
 * The kinds of finding, most important first. A kind with `mayBeLeftOut` is shown only if there are findings of this
 * kind.
 */
const kinds: readonly { readonly kind: Kind; readonly label: string; readonly mayBeLeftOut?: true }[] = [
  { kind: 'lost', label: 'Never arrived' },
  { kind: 'unreadable', label: 'Arrived unreadable' },
  { kind: 'extra', label: 'Not in the file' },
  { kind: 'ignored', label: 'Ignored', mayBeLeftOut: true },
  { kind: 'arrived', label: 'Arrived' },
  { kind: 'not compared', label: 'Not compared', mayBeLeftOut: true },
]

const maxNamedRows = 10

export const ComparisonResult = ({ comparison }: { readonly comparison: Comparison }) => {
  const { findings, broken } = comparison
  const byKind = Map.groupBy(findings, ({ kind }) => kind)
  const countOf = (kind: Kind) => byKind.get(kind)?.length ?? 0
  const [chosen, setChosen] = useState<Kind>()
  const [place, setPlace] = useState({ page: 1, size: 50 })
  const kind = chosen ?? kinds.find((each) => countOf(each.kind) > 0)?.kind ?? 'arrived'
  const shown = byKind.get(kind) ?? []
  const first = (place.page - 1) * place.size
  const options = kinds
    .filter((each) => !each.mayBeLeftOut || countOf(each.kind) > 0)
    .map((each): Segment<Kind> => ({
      value: each.kind,
      label: `${each.label} ${formatNumber(countOf(each.kind))}`,
    }))
  return (
    <section aria-label="Comparison" className="grid grid-cols-1 gap-4">
      <p role="status">{summaryOf(comparison, countOf)}</p>
      {broken.length > 0 && (
        <div className="grid gap-1 rounded-md border border-warn/40 p-3 text-sm">
          <p>
            {counted(broken.length, 'row')} couldn’t be read and {broken.length === 1 ? 'is' : 'are'} not
            compared:
          </p>
          <ul className="list-inside list-disc text-muted">
            {broken.slice(0, maxNamedRows).map(({ line, problem }) => (
              <li key={line}>
                Line {formatNumber(line)}: {problem}
              </li>
            ))}
            {broken.length > maxNamedRows && <li>{formatNumber(broken.length - maxNamedRows)} more</li>}
          </ul>
        </div>
      )}
      <fieldset role="radiogroup" className="min-w-0 print:hidden">
        <legend className="sr-only">Show</legend>
        <Segments
          value={kind}
          options={options}
          onChange={(next) => {
            setChosen(next)
            setPlace({ ...place, page: 1 })
          }}
        />
      </fieldset>
      {shown.length === 0 ? (
        <p className="text-sm text-muted">None.</p>
      ) : (
        <ul
          aria-label={kinds.find((each) => each.kind === kind)?.label}
          className="border-y border-line text-sm"
        >
          {shown.slice(first, first + place.size).map((finding) => (
            <FindingRow key={keyOf(finding)} finding={finding} />
          ))}
        </ul>
      )}
      {shown.length > pageLimits.options[0] && (
        <Pager
          {...place}
          count={shown.length}
          onPage={(page) => setPlace({ ...place, page })}
          onSize={(size) => setPlace({ page: 1, size })}
        />
      )}
    </section>
  )
}

const keyOf = (finding: Finding) => (finding.kind === 'extra' ? finding.alert.alertId : finding.message.line)

/**
 * Returns a summary such as “41 messages from … to …: 34 arrived (2 of them were sent again), 3 never arrived, 1 arrived
 * unreadable. …”.
 */
const summaryOf = ({ findings, messages, span }: Comparison, countOf: (kind: Kind) => number) => {
  if (messages === 0) return 'No message of the file could be read.'
  const [from, to] = span.map((at) => formatTimestamp(new Date(at).toISOString()))
  const resent = findings.filter((finding) => finding.kind !== 'extra' && finding.times > 1).length
  const parts = [
    `${formatNumber(countOf('arrived'))} arrived`,
    `${formatNumber(countOf('lost'))} never arrived`,
    `${formatNumber(countOf('unreadable'))} arrived unreadable`,
    ...(['ignored', 'not compared'] as const)
      .filter((kind) => countOf(kind) > 0)
      .map((kind) => `${formatNumber(countOf(kind))} ${kind === 'ignored' ? 'ignored' : 'not compared'}`),
  ]
  const extra = countOf('extra')
  return [
    `${counted(findings.length - extra, 'message')} in the file, from ${from} to ${to}: ${listed(parts)}.`,
    ...(resent > 0
      ? [
          `${formatNumber(resent)} ${resent === 1 ? 'was' : 'were'} resent and ${resent === 1 ? 'counts' : 'count'} once.`,
        ]
      : []),
    `${formatNumber(extra)} arrived that ${extra === 1 ? 'is' : 'are'} not in the file.`,
  ].join(' ')
}
