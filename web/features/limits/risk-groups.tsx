import type { RiskGroup } from '../../../shared/limits/loss-limits.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'

type Props = { readonly groups: readonly RiskGroup[]; readonly onSet: (groups: RiskGroup[]) => void }

/** Edits groups of instruments that move together, each with its own cap. */
export const RiskGroups = ({ groups, onSet }: Props) => {
  const change = (place: number, group: Partial<RiskGroup>) =>
    onSet(groups.map((each, index) => (index === place ? { ...each, ...group } : each)))
  return (
    <div className="grid gap-4">
      {groups.map((group, place) => (
        <fieldset key={place} className="grid items-start gap-3 sm:grid-cols-[1fr_2fr_8rem_auto]">
          <legend className="sr-only">Group {place + 1}</legend>
          <Field
            label="Group"
            required
            maxLength={40}
            placeholder="US tech"
            value={group.name}
            onChange={({ target }) => change(place, { name: target.value })}
          />
          <Field
            label="Instruments"
            required
            placeholder="NASDAQ:AAPL, NASDAQ:MSFT"
            hint="TradingView names, separated by commas"
            value={group.instruments.join(', ')}
            onChange={({ target }) => change(place, { instruments: namesIn(target.value) })}
          />
          <Field
            label="Cap (percent of equity)"
            type="number"
            inputMode="decimal"
            required
            min={0.01}
            max={100}
            step={0.01}
            value={group.percent}
            onChange={({ target }) => change(place, { percent: Number(target.value) })}
          />
          <Button
            kind="quiet"
            className="sm:mt-6.5"
            onClick={() => onSet(groups.filter((_, index) => index !== place))}
          >
            Remove group
          </Button>
        </fieldset>
      ))}
      <div>
        <Button
          kind="quiet"
          onClick={() => onSet([...groups, { name: '', instruments: [], percent: 2 }])}
          disabled={groups.length >= 20}
        >
          Add a group of instruments
        </Button>
      </div>
    </div>
  )
}

/** Splits a list of instruments at commas. After a trailing comma, the last name is empty until the user types it. */
const namesIn = (text: string) => text.split(/,\s*/).map((name) => name.trimStart().toUpperCase())
