import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import {
  type Amount,
  amountProblem,
  type ClosingLimit,
  type FallLimit,
  type LossLimits,
  noLimits,
  type OpenRiskLimit,
  zones,
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
import { accountQuery } from '../../lib/account-query.ts'
import { limitWords, type Worth } from './limit-words.ts'
import { RiskGroups } from './risk-groups.tsx'

const worthOf = (facts: Facts | undefined): Worth =>
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

/** Limits of the account that alerts trade on now, each with what it means in money. */
export const LimitsForm = ({ settings }: { readonly settings: UserSettings }) => {
  const { mode } = settings
  const stored = settings.lossLimits?.[mode] ?? noLimits
  const account = accountOf(settings)
  const { data: facts } = useQuery({ ...accountQuery(account), enabled: account.complete })
  const [draft, setDraft] = useState<LossLimits | null>(null)
  const limits = draft ?? stored
  const place = useRef<HTMLFormElement>(null)
  useFocusedSetting(place)
  const save = useSaveLimits()
  const set = (change: Partial<LossLimits>) => setDraft({ ...limits, ...change })
  const worth = worthOf(facts)
  const words = limitWords(limits, worth)
  const money = worth?.currency ?? 'account currency'
  return (
    <form
      ref={place}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ mode, ...limits }, { onSuccess: () => setDraft(null) })
      }}
    >
      <Card
        title={`Loss limits (${mode})`}
        description="Stop new entries when a limit is reached. Signalpost checks the limits at each alert, and about once a minute while anything is open. They don’t replace stops at IG. Exits always go through."
      >
        <div data-setting="lossLimits" className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
          <div className="grid content-start gap-3">
            <AmountField
              label="Loss today"
              set={limits.lossToday}
              money={money}
              hint={words.lossToday}
              onSet={(lossToday) => set({ lossToday })}
            />
            <OnReachField of="lossToday" limits={limits} onSet={set} />
          </div>
          <div className="grid content-start gap-3">
            <FallField
              set={limits.fallToday}
              money={money}
              hint={words.fallToday}
              onSet={(fallToday) => set({ fallToday })}
            />
            <OnReachField of="fallToday" limits={limits} onSet={set} />
          </div>
          <div className="grid content-start gap-3">
            <AmountField
              label="Total drawdown"
              set={limits.drawdown}
              money={money}
              hint={words.drawdown}
              onSet={(drawdown) =>
                set({ drawdown: drawdown && { stopsAtStart: false, ...limits.drawdown, ...drawdown } })
              }
            />
            {limits.drawdown && (
              <SwitchField
                label="Stop raising the floor once it reaches the starting balance"
                checked={limits.drawdown.stopsAtStart}
                onChange={(stopsAtStart) =>
                  set({ drawdown: limits.drawdown && { ...limits.drawdown, stopsAtStart } })
                }
              />
            )}
            <OnReachField of="drawdown" limits={limits} onSet={set} />
          </div>
          <AmountField
            label="Profit target today"
            set={limits.profitTarget}
            money={money}
            hint={words.profitTarget}
            onSet={(profitTarget) => set({ profitTarget })}
          />
          <CountField
            label="Losing trades in a row"
            set={limits.losingTrades}
            onSet={(losingTrades) => set({ losingTrades })}
          />
          <CountField
            label="Trades a day"
            set={limits.tradesToday}
            onSet={(tradesToday) => set({ tradesToday })}
          />
        </div>
        <div className="grid gap-x-8 gap-y-5 border-t border-line pt-5 sm:grid-cols-2">
          <Select
            label="Entries stay stopped"
            value={limits.until}
            options={[
              { value: 'RESUMED', label: 'Until I resume them' },
              { value: 'NEXT_DAY', label: 'Until the next trading day' },
            ]}
            onChange={(until) => set({ until })}
          />
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <Field
              label="Trading day begins at"
              type="time"
              required
              hint="IG charges overnight funding at 22:00 London time"
              value={limits.day.time}
              onChange={({ target }) => set({ day: { ...limits.day, time: target.value } })}
            />
            <Select
              label="Time zone of the trading day"
              value={limits.day.zone}
              options={zones.map((zone) => ({ value: zone, label: zone.replace('_', ' ') }))}
              onChange={(zone) => set({ day: { ...limits.day, zone } })}
            />
          </div>
          <Select
            label="Measure the day’s loss from"
            value={limits.start}
            options={[
              { value: 'EQUITY', label: 'Equity at the start of the day' },
              { value: 'BALANCE', label: 'Balance at the start of the day' },
              { value: 'HIGHER', label: 'The higher of the two' },
            ]}
            onChange={(start) => set({ start })}
          />
        </div>
        <OpenRiskFields
          limit={limits.openRisk}
          hint={words.openRisk}
          onSet={(openRisk) => set({ openRisk })}
        />
        <p className="text-xs text-muted">
          A limit that you turn on counts from the current figures. Deposits and withdrawals don’t count as
          profit or loss.
        </p>
        <div>
          <Button type="submit" disabled={save.isPending || draft === null}>
            Save loss limits
          </Button>
        </div>
      </Card>
      <LeavingGuard when={draft !== null && !save.isPending} />
    </form>
  )
}

type OnReachProps = {
  readonly of: ClosingLimit
  readonly limits: LossLimits
  readonly onSet: (change: Partial<LossLimits>) => void
}

/** Whether one limit of loss also closes everything. */
const OnReachField = ({ of, limits, onSet }: OnReachProps) =>
  limits[of] && (
    <Select
      label={`When ${lowerLabels[of]} is reached`}
      value={limits.onReach[of]}
      options={[
        { value: 'STOP', label: 'Stop new entries' },
        { value: 'CLOSE', label: 'Stop new entries and close everything' },
      ]}
      onChange={(choice) => onSet({ onReach: { ...limits.onReach, [of]: choice } })}
    />
  )

const lowerLabels: Readonly<Record<ClosingLimit, string>> = {
  lossToday: 'today’s loss limit',
  fallToday: 'the limit on the fall from today’s peak',
  drawdown: 'the total drawdown limit',
}

const numberOf = (text: string) => (text === '' ? null : Number(text))

type AmountProps = {
  readonly label: string
  readonly set: Amount | null
  readonly money: string
  readonly hint: string
  readonly onSet: (set: Amount | null) => void
}

const units = (money: string) => [
  { value: 'PERCENT' as const, label: 'percent' },
  { value: 'MONEY' as const, label: money },
]

const AmountField = ({ label, set, money, hint, onSet }: AmountProps) => (
  <Field
    label={label}
    hint={hint || 'Leave empty to turn off'}
    type="number"
    inputMode="decimal"
    min={0.01}
    step={0.01}
    value={set?.amount ?? ''}
    error={set ? amountProblem(set) : undefined}
    onChange={({ target }) => {
      const amount = numberOf(target.value)
      onSet(amount === null ? null : { unit: 'PERCENT', ...set, amount })
    }}
    aside={
      set && (
        <Select
          label={`Unit of ${label.toLowerCase()}`}
          terse
          value={set.unit}
          options={units(money)}
          onChange={(unit) => onSet({ ...set, unit })}
        />
      )
    }
  />
)

type FallProps = Omit<AmountProps, 'label' | 'set' | 'onSet'> & {
  readonly set: FallLimit | null
  readonly onSet: (set: FallLimit | null) => void
}

const FallField = ({ set, money, hint, onSet }: FallProps) => (
  <div className="grid content-start gap-3">
    <Field
      label="Fall from today’s peak"
      hint={hint || 'Leave empty to turn off'}
      type="number"
      inputMode="decimal"
      min={0.01}
      step={0.01}
      value={set?.amount ?? ''}
      error={set ? amountProblem(set) : undefined}
      onChange={({ target }) => {
        const amount = numberOf(target.value)
        onSet(amount === null ? null : { unit: 'PERCENT', after: 0, ...set, amount })
      }}
      aside={
        set && (
          <Select
            label="Unit of fall from today’s peak"
            terse
            value={set.unit}
            options={[...units(money), { value: 'PROFIT' as const, label: '% of the day’s profit' }]}
            onChange={(unit) => onSet({ ...set, unit })}
          />
        )
      }
    />
    {set?.unit === 'PROFIT' && (
      <Field
        label={`Once the day’s profit reaches (${money})`}
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        value={set.after}
        onChange={({ target }) => onSet({ ...set, after: numberOf(target.value) ?? 0 })}
      />
    )}
  </div>
)

type CountProps = {
  readonly label: string
  readonly set: number | null
  readonly onSet: (set: number | null) => void
}

const CountField = ({ label, set, onSet }: CountProps) => (
  <Field
    label={label}
    hint="Leave empty to turn off"
    type="number"
    inputMode="numeric"
    min={1}
    step={1}
    value={set ?? ''}
    onChange={({ target }) => onSet(numberOf(target.value))}
  />
)

const newRisk = { marginFactor: 1, directionPercent: null, currencyPercent: null, groups: [] }

type RiskProps = {
  readonly limit: OpenRiskLimit | null
  readonly hint: string
  readonly onSet: (limit: OpenRiskLimit | null) => void
}

const OpenRiskFields = ({ limit, hint, onSet }: RiskProps) => {
  const percentField = (label: string, value: number | null, onPercent: (value: number | null) => void) => (
    <Field
      label={label}
      hint="Leave empty for no separate cap"
      type="number"
      inputMode="decimal"
      min={0.01}
      max={100}
      step={0.01}
      value={value ?? ''}
      onChange={({ target }) => onPercent(numberOf(target.value))}
    />
  )
  return (
    <div className="grid gap-5 border-t border-line pt-5">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Field
          label="Open risk (percent of equity)"
          hint={
            hint ||
            'The total loss if the stops of all positions and orders were hit. Leave empty to turn off'
          }
          type="number"
          inputMode="decimal"
          min={0.01}
          max={100}
          step={0.01}
          value={limit?.percent ?? ''}
          onChange={({ target }) => {
            const percent = numberOf(target.value)
            onSet(percent === null ? null : { ...newRisk, ...limit, percent })
          }}
        />
        {limit && (
          <Field
            label="Margin multiple for positions without a stop"
            hint="A position without a stop counts as this multiple of its margin"
            type="number"
            inputMode="decimal"
            min={0.1}
            max={20}
            step={0.1}
            required
            value={limit.marginFactor}
            onChange={({ target }) => onSet({ ...limit, marginFactor: numberOf(target.value) ?? 1 })}
          />
        )}
        {limit &&
          percentField(
            'Open risk in one direction (percent of equity)',
            limit.directionPercent,
            (directionPercent) => onSet({ ...limit, directionPercent }),
          )}
        {limit &&
          percentField(
            'Open risk in one currency (percent of equity)',
            limit.currencyPercent,
            (currencyPercent) => onSet({ ...limit, currencyPercent }),
          )}
      </div>
      {limit && <RiskGroups groups={limit.groups} onSet={(groups) => onSet({ ...limit, groups })} />}
    </div>
  )
}
