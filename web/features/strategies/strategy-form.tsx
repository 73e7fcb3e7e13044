import { useState } from 'react'
import type { FlatAt, OutOfStep, StrategyRules } from '../../../shared/strategy-rules.ts'
import type { Strategy } from '../../../shared/strategy.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { useSaveStrategy } from './queries.ts'

const policies: readonly { readonly value: OutOfStep; readonly label: string }[] = [
  { value: 'WARN', label: 'Say so, and trade' },
  { value: 'REFUSE', label: 'Refuse entries' },
  { value: 'FOLLOW', label: 'Follow to where the strategy is' },
]

type Props = { readonly strategy: Strategy }

/** A strategy's own rules; of these and the account's the stricter one holds. */
export const StrategyForm = ({ strategy: { strategy, rules, lastGapHours } }: Props) => {
  const [draft, setDraft] = useState(rules)
  const save = useSaveStrategy()
  const set = (change: Partial<StrategyRules>) => setDraft((before) => ({ ...before, ...change }))
  const problems = problemsOf(draft)
  return (
    <form
      className="grid gap-4 pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (Object.keys(problems).length === 0) save.mutate({ strategy, ...draft })
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SwitchField
          label={`Pause ${strategy}`}
          hint="Every alert of it is refused, exits too; what is open stays open"
          checked={draft.paused}
          onChange={(paused) => set({ paused })}
        />
        <SwitchField
          label={`Ask first for ${strategy}`}
          hint="An alert to open waits for your yes; exits never wait"
          checked={draft.askFirst}
          onChange={(askFirst) => set({ askFirst })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label="Maximum positions and orders"
          hint="Of this strategy; empty for no limit of its own"
          {...numberField(draft.maximumPositions, (maximumPositions) => set({ maximumPositions }))}
          error={problems.maximumPositions}
        />
        <Field
          label="Size (percent)"
          hint="Of each instrument’s largest position size"
          {...numberField(draft.sizePercent, (sizePercent) => set({ sizePercent: sizePercent ?? 0 }))}
          error={problems.sizePercent}
        />
        <Field
          label="Cooldown (hours)"
          hint="Empty for the account’s; the longer of both holds"
          {...numberField(draft.cooldownHours, (cooldownHours) => set({ cooldownHours }))}
          error={problems.cooldownHours}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label="Break-even after (× risk)"
          hint="The stop then moves to the entry, within about a minute; empty for never"
          {...numberField(draft.breakEvenAfter, (breakEvenAfter) => set({ breakEvenAfter }))}
          step="any"
          error={problems.breakEvenAfter}
        />
        <Field
          label="Break-even offset (points)"
          hint="In the position’s favour"
          {...numberField(draft.breakEvenOffset, (offset) => set({ breakEvenOffset: offset ?? 0 }))}
          step="any"
        />
        <Field
          label="Tell me when silent for (hours)"
          hint={`Of weekdays; empty for never${lastGapHours === null ? '' : `. Hours between its last two: ${lastGapHours}`}`}
          {...numberField(draft.silentAfterHours, (silentAfterHours) => set({ silentAfterHours }))}
          error={problems.silentAfterHours}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label="Trail at (points)"
          hint="Instead of the entry: the stop trails from then on, where IG allows it"
          {...numberField(draft.trail?.distance ?? null, (distance) =>
            set({ trail: distance === null ? null : { step: 1, ...draft.trail, distance } }),
          )}
          step="any"
        />
        {draft.trail && (
          <Field
            label="Trail in steps of (points)"
            {...numberField(draft.trail.step, (step) =>
              set({ trail: draft.trail && { ...draft.trail, step: step ?? 0 } }),
            )}
            step="any"
          />
        )}
        <Field
          label="Its alert ends on"
          hint="At TradingView: you are reminded 7 days and 1 day before"
          type="date"
          value={draft.expiresOn ?? ''}
          onChange={({ target }) => set({ expiresOn: target.value === '' ? null : target.value })}
        />
      </div>
      <FlatFields flatAt={draft.flatAt} onChange={(flatAt) => set({ flatAt })} />
      <Select
        label="Where TradingView and IG disagree"
        value={draft.outOfStep}
        options={policies}
        onChange={(outOfStep) => set({ outOfStep })}
        className="max-w-sm"
      />
      <div>
        <Button type="submit" disabled={save.isPending}>
          Save the rules of {strategy}
        </Button>
      </div>
    </form>
  )
}

const zoneNames = { 'Europe/London': 'London time', 'America/New_York': 'New York time' } as const
const dayNames = { WEEKDAYS: 'Monday to Friday', FRIDAYS: 'Fridays' } as const
const optionsOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.entries(names) as [Value, string][]).map(([value, label]) => ({ value, label }))

type FlatProps = { readonly flatAt: FlatAt | null; readonly onChange: (flatAt: FlatAt | null) => void }

/** At that time an exit of the strategy is sent as an alert of its own. */
const FlatFields = ({ flatAt, onChange }: FlatProps) => (
  <div className="grid items-end gap-4 sm:grid-cols-3">
    <Field
      label="Flat at"
      hint="All of it is closed within about a minute; empty for never"
      type="time"
      value={flatAt?.time ?? ''}
      onChange={({ target }) =>
        onChange(
          target.value === ''
            ? null
            : { zone: 'Europe/London', days: 'WEEKDAYS', ...flatAt, time: target.value },
        )
      }
    />
    {flatAt && (
      <>
        <Select
          label="In"
          value={flatAt.zone}
          options={optionsOf(zoneNames)}
          onChange={(zone) => onChange({ ...flatAt, zone })}
        />
        <Select
          label="On"
          value={flatAt.days}
          options={optionsOf(dayNames)}
          onChange={(days) => onChange({ ...flatAt, days })}
        />
      </>
    )}
  </div>
)

const numberField = (value: number | null, onNumber: (value: number | null) => void) => ({
  type: 'number',
  inputMode: 'numeric' as const,
  value: value ?? '',
  onChange: ({ target }: { readonly target: HTMLInputElement }) =>
    onNumber(target.value === '' ? null : Number(target.value)),
})

type Bounded = 'maximumPositions' | 'sizePercent' | 'cooldownHours' | 'silentAfterHours' | 'breakEvenAfter'
const bounds: Readonly<Record<Bounded, readonly [min: number, max: number]>> = {
  maximumPositions: [1, 100],
  sizePercent: [1, 100],
  cooldownHours: [0, 120],
  silentAfterHours: [1, 720],
  breakEvenAfter: [0.1, 20],
}

const problemsOf = (rules: StrategyRules): Readonly<Partial<Record<Bounded, string>>> =>
  Object.fromEntries(
    (Object.entries(bounds) as [Bounded, readonly [number, number]][]).flatMap(([name, [min, max]]) => {
      const value = rules[name]
      const isWhole = name === 'breakEvenAfter' || Number.isInteger(value)
      const isRight = value === null || (isWhole && value >= min && value <= max)
      const kind = name === 'breakEvenAfter' ? '' : 'a whole number '
      return isRight ? [] : [[name, `Must be ${kind}from ${min} to ${max}`]]
    }),
  )
