import { accountQuery } from '../../lib/account-query.ts'
import { submitting } from '../../lib/submitting.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useRef, useState } from 'react'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import {
  amountProblem,
  type ClosingLimit,
  closingLimits,
  limitLabels,
  type LossLimits,
  noLimits,
  type OpenRiskLimit,
} from '../../../shared/limits/loss-limits.ts'
import type { BrokerAccount as Facts } from '../../../shared/deals/dealing.schema.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { LeavingGuard } from '../../components/leaving-guard.tsx'
import { Select } from '../../components/select.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { useFocusedSetting } from '../../lib/use-focused-setting.ts'
import { settingsQuery } from '../../lib/session-queries.ts'
import { toast } from '../../lib/toast.ts'
import { accountOf } from '../../lib/use-broker.ts'
import {
  type AmountLimit,
  amountLimits,
  countLimits,
  dayChoices,
  newAmount,
  newRisk,
  off,
  riskNumbers,
} from './limit-fields.ts'
import { type AccountValue, closingWords, limitWords } from './limit-words.ts'
import { RiskGroups } from './risk-groups.tsx'

const accountValueOf = (facts: Facts | undefined): AccountValue =>
  facts?.balance == null || facts.profitLoss === null || facts.currency === null
    ? null
    : { balance: facts.balance, equity: facts.balance + facts.profitLoss, currency: facts.currency }

const useSaveLimits = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: LossLimits & Pick<UserSettings, 'mode'>) => call('saveLossLimits', request),
    onSuccess: (settings) => {
      queries.setQueryData(settingsQuery.queryKey, settings)
      toast.success('Loss limits saved')
      return queries.invalidateQueries({ queryKey: ['account'] })
    },
    onError: toastFailure('Failed to save the loss limits'),
  })
}

type OnSet = (change: Partial<LossLimits>) => void

const pair = 'grid gap-x-8 gap-y-5 sm:grid-cols-2'

/** Edits the loss limits of the account that alerts currently trade on. Each limit is also explained in money. */
export const LimitsForm = ({ settings }: { readonly settings: UserSettings }) => {
  const { mode } = settings
  const account = accountOf(settings)
  const { data: facts } = useQuery({ ...accountQuery(account), enabled: account.complete })
  const [draft, setDraft] = useState<LossLimits | null>(null)
  const limits = draft ?? settings.lossLimits?.[mode] ?? noLimits
  const place = useRef<HTMLFormElement>(null)
  useFocusedSetting(place)
  const save = useSaveLimits()
  const set: OnSet = (change) => setDraft({ ...limits, ...change })
  const accountValue = accountValueOf(facts)
  const words = limitWords(limits, accountValue)
  return (
    <form
      ref={place}
      onSubmit={submitting(() => save.mutate({ mode, ...limits }, { onSuccess: () => setDraft(null) }))}
    >
      <Card
        title={`Loss limits (${mode})`}
        description="Stop new entries when a limit is reached. Signalpost checks the limits at each alert, and about once a minute while anything is open. They don’t replace stops at IG. Exits always go through."
      >
        <div data-setting="lossLimits" className={pair}>
          {amountLimits.map((name) => (
            <AmountFields
              key={name}
              name={name}
              limits={limits}
              money={accountValue?.currency ?? 'account currency'}
              hint={words[name]}
              onSet={set}
            />
          ))}
          {countLimits.map(({ name, ...field }) => (
            <div key={name} data-setting={name}>
              <NumberInput
                {...field}
                value={limits[name] ?? null}
                onNumber={(count) => set({ [name]: count })}
              />
            </div>
          ))}
        </div>
        <OpenRiskFields limit={limits.openRisk} hint={words.openRisk} onSet={set} />
        <DayFields limits={limits} onSet={set} />
        <p className="text-xs text-muted">
          A limit that you turn on counts from the current figures. Deposits and withdrawals don’t count as
          profit or loss.
        </p>
        {/* The button stays in view while there are unsaved changes. */}
        <div
          className={
            draft
              ? 'sticky bottom-(--bottom-bar) z-10 -mx-5 -mb-5 rounded-b-lg border-t border-line bg-panel px-5 py-3'
              : ''
          }
        >
          <Button type="submit" disabled={save.isPending || draft === null}>
            Save loss limits
          </Button>
        </div>
      </Card>
      <LeavingGuard when={draft !== null && !save.isPending} />
    </form>
  )
}

type NumberProps = Omit<ComponentProps<typeof Field>, 'value'> & {
  readonly value: number | null
  readonly onNumber: (value: number | null) => void
}

/** A number input that may be empty. */
const NumberInput = ({ value, onNumber, ...rest }: NumberProps) => (
  <Field
    type="number"
    inputMode="decimal"
    min={0.01}
    step={0.01}
    {...rest}
    value={value ?? ''}
    onChange={({ target }) => onNumber(target.value === '' ? null : Number(target.value))}
  />
)

type AmountProps = {
  readonly name: AmountLimit
  readonly limits: LossLimits
  readonly money: string
  readonly hint: string
  readonly onSet: OnSet
}

const AmountFields = ({ name, limits, money, hint, onSet }: AmountProps) => {
  const limit = limits[name]
  const { fallToday, drawdown } = limits
  const label = limitLabels[name]
  const change = (own: object) => onSet({ [name]: { ...newAmount[name], ...limit, ...own } })
  const units = [
    { value: 'PERCENT', label: 'percent' },
    { value: 'MONEY', label: money },
    ...(name === 'fallToday' ? [{ value: 'PROFIT', label: '% of the day’s profit' }] : []),
  ]
  return (
    <div data-setting={name} className="grid content-start gap-3">
      <NumberInput
        label={label}
        hint={hint || off}
        value={limit?.amount ?? null}
        error={limit ? amountProblem(limit) : undefined}
        onNumber={(amount) => (amount === null ? onSet({ [name]: null }) : change({ amount }))}
        // Keeps the unit on the same line as its number.
        className="[&>div]:flex-nowrap!"
        aside={
          limit && (
            <Select
              label={`Unit of ${label.toLowerCase()}`}
              terse
              className="shrink-0"
              value={limit.unit}
              options={units}
              onChange={(unit) => change({ unit })}
            />
          )
        }
      />
      {name === 'fallToday' && fallToday?.unit === 'PROFIT' && (
        <NumberInput
          label={`Once the day’s profit reaches (${money})`}
          min={0}
          value={fallToday.after}
          onNumber={(after) => change({ after: after ?? 0 })}
        />
      )}
      {name === 'drawdown' && drawdown && (
        <SwitchField
          label="Stop raising the floor once it reaches the starting balance"
          checked={drawdown.stopsAtStart}
          onChange={(stopsAtStart) => change({ stopsAtStart })}
        />
      )}
      {limit && (
        <OnReachField of={closingLimits.find((each) => each === name)} limits={limits} onSet={onSet} />
      )}
    </div>
  )
}

type OnReachProps = {
  readonly of: ClosingLimit | undefined
  readonly limits: LossLimits
  readonly onSet: OnSet
}

/** Lets the user choose whether all positions are closed when a loss limit is reached. */
const OnReachField = ({ of, limits: { onReach }, onSet }: OnReachProps) =>
  of && (
    <Select
      label={`When ${closingWords[of]} is reached`}
      value={onReach[of]}
      options={[
        { value: 'STOP', label: 'Stop new entries' },
        { value: 'CLOSE', label: 'Stop new entries and close everything' },
      ]}
      onChange={(choice) => onSet({ onReach: { ...onReach, [of]: choice } })}
    />
  )

type DayProps = { readonly limits: LossLimits; readonly onSet: OnSet }

/**
 * Edits when a trading day begins, what its loss is measured from, and how long entries are stopped after a limit is
 * reached.
 */
const DayFields = ({ limits, onSet }: DayProps) => {
  const { until, start, zone } = dayChoices
  const { day } = limits
  return (
    <div className={`${pair} border-t border-line pt-4`}>
      <Select {...until} value={limits.until} onChange={(chosen) => onSet({ until: chosen })} />
      <Select {...start} value={limits.start} onChange={(chosen) => onSet({ start: chosen })} />
      <Field
        label="Trading day begins at"
        type="time"
        required
        hint="IG charges overnight funding at 22:00 London time"
        value={day.time}
        onChange={({ target }) => onSet({ day: { ...day, time: target.value } })}
      />
      <Select {...zone} value={day.zone} onChange={(chosen) => onSet({ day: { ...day, zone: chosen } })} />
    </div>
  )
}

type RiskProps = { readonly limit: OpenRiskLimit | null; readonly hint: string; readonly onSet: OnSet }

const OpenRiskFields = ({ limit, hint, onSet }: RiskProps) => {
  const change = (own: Partial<OpenRiskLimit>) => onSet({ openRisk: limit && { ...limit, ...own } })
  return (
    <div className="grid gap-5 border-t border-line pt-4">
      <div className={pair}>
        <div data-setting="openRisk">
          <NumberInput
            label="Open risk (percent of equity)"
            hint={
              hint ||
              'The total loss if the stops of all positions and orders were hit. Leave empty to turn off'
            }
            max={100}
            value={limit?.percent ?? null}
            onNumber={(percent) =>
              onSet({ openRisk: percent === null ? null : { ...newRisk, ...limit, percent } })
            }
          />
        </div>
        {limit &&
          riskNumbers.map(({ name, ifEmpty, ...field }) => (
            <NumberInput
              {...field}
              key={name}
              value={limit[name]}
              onNumber={(number) => change({ [name]: number ?? ifEmpty })}
            />
          ))}
      </div>
      {limit && <RiskGroups groups={limit.groups} onSet={(groups) => change({ groups })} />}
    </div>
  )
}
