import SlidersHorizontal from '~icons/sliders-horizontal'
import { lazy, Suspense } from 'react'
import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import { outcomeKinds } from '../../../shared/logs/outcome-kinds.ts'
import { MarketName } from '../../components/market-name.tsx'
import { Dot, Row } from '../../components/row.tsx'
import { formatClock, formatTime, worded } from '../../lib/format.ts'

/** What changes each rule is much to load: it comes a moment later, in a place that is kept. */
const FixLink = lazy(async () => ({ default: (await import('../../components/fix-link.tsx')).FixLink }))

/** Rules are there to refuse, so a refusal has no colour. */
export const kindTones = { placed: 'good', refused: 'plain', failed: 'bad', asked: 'accent' } as const

export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={formatClock(at)} className="inline-block w-15 text-xs font-normal text-muted">
    {formatTime(Date.parse(at))}
  </time>
)

/** Of the same width in every row, so that what stands before it shares its edge. */
export const actionLook = 'flex w-7 justify-end @lg:w-26'

/** One alert: what became of it, why, and what would change it. */
export const AlertRow = ({ line }: { readonly line: AlertLine }) => {
  const { alertId, action, market, name, outcome, strategy, endedAt, acceptedAt, message, rule } = line
  const words = worded(message ?? 'Not decided yet')
  return (
    <Row
      mark={<Dot tone={outcome ? kindTones[outcomeKinds[outcome]] : 'accent'} />}
      name={
        <>
          {action} <MarketName name={name} symbol={market} />
        </>
      }
      title={`${action} ${name ?? ''} ${market}`}
      to={{ to: '/dashboard/alerts/$alertId', params: { alertId } }}
      facts={words}
      factsTitle={strategy ? `${words} (${strategy})` : words}
      figure={<Time at={endedAt ?? acceptedAt} />}
      action={
        <span className={actionLook}>
          {rule && (
            <Suspense fallback={null}>
              <FixLink
                rule={rule}
                market={market}
                className="inline-flex h-7 min-w-0 items-center text-xs font-medium text-accent hover:underline pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-end"
                show={(fix) => (
                  <>
                    <SlidersHorizontal className="size-4 @lg:hidden" />
                    <span title={fix} className="truncate @max-lg:sr-only">
                      {fix}
                    </span>
                  </>
                )}
              />
            </Suspense>
          )}
        </span>
      }
    />
  )
}
