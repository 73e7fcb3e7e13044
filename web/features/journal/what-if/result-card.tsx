import type { Currency } from '../../../../shared/platform/figures.ts'
import type { Answer, Part } from '../../../../shared/journal/what-if/session.ts'
import { Badge } from '../../../components/badge.tsx'
import { Card } from '../../../components/card.tsx'
import type { Estimates } from './use-replay.ts'
import { countsInWords, estimatesInWords, moneyInWords, moneyLabels } from './words.ts'

type Props = {
  readonly replayed: Extract<Answer, { kind: 'replayed' }>
  readonly currency: Currency
  readonly estimates: Estimates
}

/** Shows the counts, the amounts (the most certain first), both halves of the period, and the assumptions. */
export const ResultCard = ({ replayed: { whole, halves }, currency, estimates }: Props) => (
  <Card title="What would have been different">
    <PartInWords part={whole} currency={currency} strong />
    <Estimated text={estimatesInWords(estimates, currency)} />
    <div className="grid gap-4 border-t border-line pt-4 md:grid-cols-2">
      {halves.map((half, index) => (
        <section key={index} className="grid content-start gap-2">
          <h3 className="text-sm font-semibold">{index === 0 ? 'First half' : 'Second half'}</h3>
          <PartInWords part={half} currency={currency} />
        </section>
      ))}
    </div>
    <p className="text-sm text-muted">
      Rules that fit the past by chance often fit only one half of it. If the halves disagree, don’t trust the
      overall result.
    </p>
    <details className="text-sm">
      <summary className="cursor-pointer font-medium">What this assumes</summary>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-muted">
        <li>
          Each alert is decided again using what we read from IG for it at the time. No later data is used.
        </li>
        <li>
          If these rules would have refused a trade, later alerts are decided as if it had never been made.
        </li>
        <li>
          A trade that would have been made is assumed to fill at once, and to stay open until one of your
          alerts closes it. Its stop, limit and expiry are ignored.
        </li>
        <li>
          If an alert was refused early, and a later rule needs something we didn’t read then, its result is
          unknown.
        </li>
        <li>
          An estimate uses IG’s bid and ask prices. If one bar reaches both stop and limit, the estimate is a
          range: the worse result if the stop was hit first, the better one if the limit was.
        </li>
        <li>Loss limits use your account’s actual balance and profit, not the simulated ones.</li>
        <li>Alerts keep their outcome if the safety brake stopped them or IG couldn’t be reached.</li>
        <li>
          If Signalpost was interrupted while deciding an alert, that alert may be missing or show its first
          decision.
        </li>
        <li>Amounts of different kinds are never added together. No result includes funding.</li>
      </ul>
    </details>
  </Card>
)

const Estimated = ({ text }: { readonly text: string | null }) =>
  text && (
    <p className="flex flex-wrap items-baseline gap-2 text-sm">
      <Badge tone="plain">Estimated</Badge>
      <span className="text-muted">{text}</span>
    </p>
  )

type PartProps = { readonly part: Part; readonly currency: Currency; readonly strong?: boolean }

const PartInWords = ({ part: { counts, money }, currency, strong = false }: PartProps) => (
  <div className="grid gap-2 text-sm" role={strong ? 'status' : undefined}>
    <p className={strong ? 'text-base font-medium' : ''}>{countsInWords(counts)}</p>
    {money.map((sum) => (
      <p key={sum.kind} className="flex flex-wrap items-baseline gap-2">
        <Badge tone="plain">{moneyLabels[sum.kind]}</Badge>
        <span className="text-muted">{moneyInWords(sum, currency)}</span>
      </p>
    ))}
  </div>
)
