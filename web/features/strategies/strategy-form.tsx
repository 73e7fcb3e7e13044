import { useState } from 'react'
import type { OutOfStep, StrategyRules } from '../../../shared/strategy-rules.ts'
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

type Props = { readonly strategy: string; readonly rules: StrategyRules }

/** A strategy's own rules; beside the account's the stricter holds. */
export const StrategyForm = ({ strategy, rules }: Props) => {
  const [draft, setDraft] = useState(rules)
  const save = useSaveStrategy()
  const set = (change: Partial<StrategyRules>) => setDraft((before) => ({ ...before, ...change }))
  const problems = problemsOf(draft)
  return (
    <form
      className="grid gap-4 border-t border-line pt-4"
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

const numberField = (value: number | null, onNumber: (value: number | null) => void) => ({
  type: 'number',
  inputMode: 'numeric' as const,
  value: value ?? '',
  onChange: ({ target }: { readonly target: HTMLInputElement }) =>
    onNumber(target.value === '' ? null : Number(target.value)),
})

const problemsOf = ({ maximumPositions, sizePercent, cooldownHours }: StrategyRules) => {
  const within = (value: number | null, min: number, max: number) =>
    value === null || (Number.isInteger(value) && value >= min && value <= max)
      ? {}
      : `Must be a whole number from ${min} to ${max}`
  const named = (name: string, problem: string | object) =>
    typeof problem === 'string' ? { [name]: problem } : {}
  return {
    ...named('maximumPositions', within(maximumPositions, 1, 100)),
    ...named('sizePercent', within(sizePercent, 1, 100)),
    ...named('cooldownHours', within(cooldownHours, 0, 120)),
  } as Readonly<Partial<Record<'maximumPositions' | 'sizePercent' | 'cooldownHours', string>>>
}
