import { Form } from '../../components/form.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useController, useForm, useFormContext, useWatch } from 'react-hook-form'
import type { Direction } from '../../../shared/deals/dealing.schema.ts'
import type { Mode } from '../../../shared/accounts/user.schema.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import type { Segment } from '../../components/segments.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { ApiError, call } from '../../lib/api.ts'
import { messageOf } from '../../lib/failures.ts'
import { schemaResolver } from '../../lib/schema-resolver.ts'
import { asksAction, asksMarket, asksPosition, asksPrice, fillPlaceholders, marketIn } from './alert-text.ts'
import type { Trial } from './trial-schema.ts'
import { TrialResult } from '../../components/trial-result.tsx'

type Props = {
  readonly mode: Mode
  /** The alert text that the form contains at first. */
  readonly template: string
  /** The instruments' names, offered as suggestions. */
  readonly markets: readonly string[]
}

const trialResolver = schemaResolver(async () => (await import('./trial-schema.ts')).Trial)
const doings = [
  { value: 'ENTERS', label: 'Entry' },
  { value: 'LEAVES', label: 'Exit' },
] as const
const sides = (['BUY', 'SELL'] satisfies Direction[]).map((side) => ({ value: side, label: side }))

/** Tries an alert with the same code that decides real alerts. It never places an order. */
export const AlertTrial = ({ mode, template, markets }: Props) => {
  const listId = useId()
  const form = useForm<Trial>({
    resolver: trialResolver,
    defaultValues: { alert: template, market: '', action: 'BUY', price: '', does: 'ENTERS' },
  })
  const alert = useWatch({ control: form.control, name: 'alert' })
  const suggested = markets[0]
  // The suggested market may arrive late. It must not overwrite what the user has already typed.
  const entered = useRef(false)
  useEffect(() => {
    if (suggested && !entered.current) form.setValue('market', suggested)
  }, [suggested, form])
  const trial = useMutation({
    mutationFn: ({ alert: text, does, ...firing }: Trial) =>
      call('tryAlert', {
        mode,
        alert: fillPlaceholders(text, { ...firing, isExit: does === 'LEAVES', at: new Date() }),
      }),
  })
  return (
    <div className="grid gap-5">
      <Form
        form={form}
        onSend={trial.mutate}
        className="grid gap-4"
        // A result must not be shown beside an alert that the user has edited since the trial.
        onChange={() => trial.reset()}
      >
        <TextArea
          label="Alert to try"
          rows={8}
          error={form.formState.errors.alert?.message}
          {...form.register('alert')}
        />
        <div className="flex flex-wrap items-start gap-4">
          {asksMarket(alert) && (
            <>
              <FormField<Trial>
                name="market"
                label="Market"
                className="w-full sm:w-56"
                placeholder="NASDAQ:AAPL"
                list={listId}
                autoComplete="off"
                onFocus={() => {
                  entered.current = true
                }}
              />
              <datalist id={listId}>
                {markets.map((market) => (
                  <option key={market} value={market} />
                ))}
              </datalist>
            </>
          )}
          {asksPrice(alert) && <PriceField mode={mode} />}
          {asksAction(alert) && <Choice name="action" label="Strategy order" options={sides} />}
          {asksPosition(alert) && <Choice name="does" label="Entry or exit" options={doings} />}
        </div>
        <SubmitButton className="w-fit" busy={trial.isPending}>
          Try alert
        </SubmitButton>
      </Form>
      {trial.isError && <NotUnderstood error={trial.error} />}
      {trial.data && <TrialResult tried={trial.data} />}
    </div>
  )
}

/** The field for the price, which can be filled in with IG's live price for the market. */
const PriceField = ({ mode }: { readonly mode: Mode }) => {
  const { getValues, setValue, setError } = useFormContext<Trial>()
  const livePrice = useMutation({
    mutationFn: (market: string) => call('getLivePrice', { market, mode }),
    onSuccess: ({ price }) => {
      if (price === null) setError('price', { message: 'IG has no price for this market right now' })
      else setValue('price', price, { shouldValidate: true })
    },
    onError: (error) => setError('price', { message: messageOf(error) }),
  })
  const fillPrice = () => {
    const { alert, market: typed } = getValues()
    const market = asksMarket(alert) ? typed.trim() : marketIn(alert)
    if (/^[^:\s]+:\S+$/.test(market)) livePrice.mutate(market)
    else setError('market', { message: 'Enter an exchange and a ticker, such as NASDAQ:AAPL' })
  }
  return (
    <FormField<Trial>
      name="price"
      label="Price"
      className="w-full sm:w-64"
      inputMode="decimal"
      autoComplete="off"
      aside={
        <Button
          kind="quiet"
          className="h-10 shrink-0 px-3"
          disabled={livePrice.isPending}
          onClick={fillPrice}
        >
          {livePrice.isPending ? 'Asking IG…' : 'Live price'}
        </Button>
      }
    />
  )
}

type ChoiceProps = {
  readonly name: 'action' | 'does'
  readonly label: string
  readonly options: readonly Segment<string>[]
}

const Choice = ({ name, label, options }: ChoiceProps) => {
  const { field } = useController<Trial, ChoiceProps['name']>({ name })
  return <Segmented<string> label={label} value={field.value} onChange={field.onChange} options={options} />
}

/** Shows why an alert could not be tried, with the problem of each invalid field. */
const NotUnderstood = ({ error }: { readonly error: Error }) => {
  const problems = error instanceof ApiError ? Object.entries(error.details) : []
  return (
    <div role="alert" className="grid gap-2 rounded-md border border-bad/40 p-4 text-sm">
      <p className="font-medium text-bad">{messageOf(error)}</p>
      {problems.length > 0 && (
        <dl className="grid gap-1">
          {problems.map(([field, problem]) => (
            <div key={field} className="flex flex-wrap gap-x-2">
              <dt className="font-mono text-xs leading-5">{field}</dt>
              <dd className="text-muted">{String(problem)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
