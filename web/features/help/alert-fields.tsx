import { alertActionWords, alertFieldWords } from '../../../shared/alerts/alert-field-words.ts'
import { Card } from '../../components/card.tsx'

const List = ({ rows }: { readonly rows: readonly (readonly [string, string])[] }) => (
  <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[6rem_1fr]">
    {rows.map(([name, meaning]) => (
      <div key={name} className="contents">
        <dt className="font-mono text-xs leading-5 font-medium">{name}</dt>
        <dd className="text-muted max-sm:pb-2">{meaning}</dd>
      </div>
    ))}
  </dl>
)

export const AlertFields = () => (
  <Card
    title="What each field means"
    description="The line format has the same fields in this order: time, secret, market, action, price, then the ATR values for periods 1, 2, 3 and so on."
  >
    <List rows={alertFieldWords} />
  </Card>
)

/** Lists the actions other than an entry that an alert may request. */
export const AlertActions = () => (
  <Card
    title="Other actions"
    description="Exits, reductions and stop changes skip the entry rules. In the line format, values follow the action: REDUCE 50, STOP 228.1, STOP break-even, TRAIL 30 5."
  >
    <List rows={Object.entries(alertActionWords)} />
  </Card>
)
