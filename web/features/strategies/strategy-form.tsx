import { submitting } from '../../lib/submitting.ts'
import { useState } from 'react'
import {
  numberProblem,
  type OutOfStep,
  type StrategyNumber,
  strategyNumberList,
  type StrategyNumberName,
  strategyNumbers,
  type StrategyRules,
  trailProblem,
} from '../../../shared/strategies/strategy-rules.ts'
import { amountProblem } from '../../../shared/limits/loss-limits.ts'
import type { Strategy } from '../../../shared/strategies/strategy.schema.ts'
import { counted } from '../../../shared/platform/figures.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { useSaveStrategy } from './queries.ts'

const policies: readonly { readonly value: OutOfStep; readonly label: string }[] = [
  { value: 'WARN', label: 'Warn me and trade' },
  { value: 'REFUSE', label: 'Refuse entries' },
  { value: 'FOLLOW', label: 'Match the strategy’s position' },
]

type Props = { readonly strategy: Strategy }

/** Edits a strategy's own rules. If the account has the same rule, the stricter of the two applies. */
export const StrategyForm = ({ strategy: { strategy, rules, lastGapHours } }: Props) => {
  const [draft, setDraft] = useState(rules)
  const save = useSaveStrategy()
  const set = (change: Partial<StrategyRules>) => setDraft((before) => ({ ...before, ...change }))
  const number = (name: StrategyNumberName, more = '') => (
    <RuleNumber name={name} value={draft[name]} more={more} onChange={(value) => set({ [name]: value })} />
  )
  return (
    <form
      className="grid gap-4 pt-4"
      onSubmit={submitting(() => isSound(draft) && save.mutate({ strategy, ...draft }))}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SwitchField
          label={`Pause ${strategy}`}
          hint="Refuses this strategy’s entries. Exits still go through"
          checked={draft.paused}
          onChange={(paused) => set({ paused })}
        />
        <SwitchField
          label={`Require my approval for ${strategy}`}
          hint="Alerts that open a position wait for your approval. Exits never wait"
          checked={draft.askFirst}
          onChange={(askFirst) => set({ askFirst })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {number('maximumPositions')}
        {number('sizePercent')}
        {number('cooldownHours')}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {number('riskPercent')}
        {number('riskAmount')}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {number('breakEvenAfter')}
        {number('breakEvenOffset')}
        {number(
          'silentAfterHours',
          lastGapHours === null
            ? ''
            : `This strategy’s last two alerts were ${counted(lastGapHours, 'hour')} apart`,
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <TrailFields value={draft.trail} onChange={(trail) => set({ trail })} />
        <Field
          label="Alert expires on"
          hint="The alert’s expiration date in TradingView. We’ll remind you 7 days and 1 day before"
          type="date"
          value={draft.expiresOn ?? ''}
          onChange={({ target }) => set({ expiresOn: target.value === '' ? null : target.value })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <LossTodayField value={draft.lossToday} onChange={(lossToday) => set({ lossToday })} />
        {number('losingTrades')}
        {number('tradesToday')}
      </div>
      <FlatFields value={draft.flatAt} onChange={(flatAt) => set({ flatAt })} />
      <Select
        label="If TradingView and IG disagree"
        value={draft.outOfStep}
        options={policies}
        onChange={(outOfStep) => set({ outOfStep })}
        className="max-w-sm"
      />
      <div>
        <Button type="submit" disabled={save.isPending}>
          Save rules for {strategy}
        </Button>
      </div>
    </form>
  )
}

type RuleProps<Name extends keyof StrategyRules> = {
  readonly value: StrategyRules[Name]
  readonly onChange: (value: StrategyRules[Name]) => void
}

/** Sets the distance and the step of a trailing stop. */
const TrailFields = ({ value: trail, onChange }: RuleProps<'trail'>) => (
  <>
    <Field
      label="Trailing distance (points)"
      hint="When the break-even rule applies, the stop starts trailing the price instead of moving to the entry price, if IG allows trailing stops"
      {...numberField(trail?.distance ?? null, (distance) =>
        onChange(distance === null ? null : { step: 1, ...trail, distance }),
      )}
      error={trail ? trailProblem(trail.distance) : undefined}
    />
    {trail && (
      <Field
        label="Trailing step (points)"
        {...numberField(trail.step, (step) => onChange({ ...trail, step: step ?? 0 }))}
        error={trailProblem(trail.step)}
      />
    )}
  </>
)

const lossUnits = [
  { value: 'MONEY', label: 'account currency' },
  { value: 'PERCENT', label: '% of the start of the day' },
] as const

/** Sets the loss at which the strategy's entries stop, and its unit. */
const LossTodayField = ({ value: lossToday, onChange }: RuleProps<'lossToday'>) => (
  <Field
    label="Loss today"
    hint="Stops this strategy’s entries at this loss. Signalpost estimates the loss from booked results and open positions. Leave empty to turn off"
    {...numberField(lossToday?.amount ?? null, (amount) =>
      onChange(amount === null ? null : { unit: 'MONEY', ...lossToday, amount }),
    )}
    error={lossToday ? amountProblem(lossToday) : undefined}
    aside={
      lossToday && (
        <Select
          label="Unit of loss today"
          terse
          value={lossToday.unit}
          options={lossUnits}
          onChange={(unit) => onChange({ ...lossToday, unit })}
        />
      )
    }
  />
)

const zoneNames = { 'Europe/London': 'London time', 'America/New_York': 'New York time' } as const
const dayNames = { WEEKDAYS: 'Monday to Friday', FRIDAYS: 'Fridays' } as const
const optionsOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.entries(names) as [Value, string][]).map(([value, label]) => ({ value, label }))

/** Sets the time at which Signalpost sends an exit for the strategy. */
const FlatFields = ({ value: flatAt, onChange }: RuleProps<'flatAt'>) => (
  <div className="grid items-end gap-4 sm:grid-cols-3">
    <Field
      label="Close all at"
      hint="Closes the strategy’s positions and orders within about a minute. If a market is shut, Signalpost keeps trying until they are closed. Leave empty to turn off"
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
          label="Time zone"
          value={flatAt.zone}
          options={optionsOf(zoneNames)}
          onChange={(zone) => onChange({ ...flatAt, zone })}
        />
        <Select
          label="Days"
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
  step: 'any',
  value: value ?? '',
  onChange: ({ target }: { readonly target: HTMLInputElement }) =>
    onNumber(target.value === '' ? null : Number(target.value)),
})

type NumberProps = {
  readonly name: StrategyNumberName
  readonly value: number | null
  /** Text that is added to the hint for this strategy. */
  readonly more: string
  readonly onChange: (value: number | null) => void
}

const RuleNumber = ({ name, value, more, onChange }: NumberProps) => {
  const number: StrategyNumber = strategyNumbers[name]
  return (
    <Field
      label={number.label}
      hint={[number.hint, more].filter(Boolean).join('. ')}
      {...numberField(value, (typed) => onChange(typed ?? (number.default === null ? null : 0)))}
      error={numberProblem(number, value)}
    />
  )
}

const isSound = (rules: StrategyRules): boolean =>
  strategyNumberList.every(([name, number]) => numberProblem(number, rules[name]) === undefined) &&
  (rules.lossToday === null || amountProblem(rules.lossToday) === undefined) &&
  (rules.trail === null || [rules.trail.distance, rules.trail.step].every((points) => !trailProblem(points)))
