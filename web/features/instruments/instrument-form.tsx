import { Form } from '../../components/form.tsx'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../lib/toast.ts'
import {
  type Instrument,
  InstrumentFields,
  instrumentHeaders,
} from '../../../shared/instruments/instrument.schema.ts'
import { Button } from '../../components/button.tsx'
import { FormField } from '../../components/form-field.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { call } from '../../lib/api.ts'
import { showFieldErrors, toastFailure } from '../../lib/failures.ts'
import { DecimalField } from './decimal-field.tsx'
import { MarketFinder } from './market-finder.tsx'
import type { NewInstrument } from './new-instrument.ts'
import { instrumentsKey } from './queries.ts'
import { RemoveInstrument } from './remove-instrument.tsx'

const fieldNames = Object.keys(instrumentHeaders)

export const InstrumentForm = ({
  instrument,
  focus,
  onDone,
}: {
  readonly instrument: Instrument | NewInstrument
  readonly focus?: string | undefined
  readonly onDone: () => void
}) => {
  const queries = useQueryClient()
  const { id, isFund, ...fields } = { isFund: false, ...instrument }
  const form = useForm<InstrumentFields>({
    resolver: standardSchemaResolver(InstrumentFields),
    defaultValues: fields,
  })
  const { dirtyFields } = form.formState
  const { setFocus } = form
  useEffect(() => {
    if (focus && fieldNames.some((name) => name === focus))
      setFocus(focus as keyof InstrumentFields, { shouldSelect: true })
  }, [focus, setFocus])
  const save = useMutation({
    // The date may have been fetched in the background since the form was opened. It is sent only if the user changed it.
    mutationFn: ({ nextDividendDate, ...changed }: InstrumentFields) =>
      id === null
        ? call('addInstrument', { ...changed, nextDividendDate })
        : call('updateInstrument', {
            id,
            ...changed,
            ...(dirtyFields.nextDividendDate && { nextDividendDate }),
          }),
    onSuccess: () => {
      toast.success(id === null ? 'Instrument added successfully' : 'Instrument updated successfully')
      onDone()
      return queries.invalidateQueries({ queryKey: instrumentsKey })
    },
    onError: (error) => {
      showFieldErrors(form, error)
      toastFailure(id === null ? 'Couldn’t add the instrument' : 'Couldn’t update the instrument')(error)
    },
  })
  return (
    <Form form={form} onSend={save.mutate} className="grid gap-5">
      <Fields stored={fields} isFund={isFund} />
      <div className="flex flex-wrap justify-end gap-2">
        {id !== null && (
          <RemoveInstrument id={id} name={fields.marketAndSymbol} disabled={save.isPending} onDone={onDone} />
        )}
        <Button kind="quiet" disabled={save.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" className="h-9" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : id === null ? 'Add instrument' : 'Save changes'}
        </Button>
      </div>
    </Form>
  )
}

type FieldsProps = {
  readonly stored: InstrumentFields
  /** Whether the instrument is a fund. */
  readonly isFund: boolean
}

const Fields = ({ stored, isFund }: FieldsProps) => {
  /** Returns the options of a field that may be empty. If the user clears it, its value is removed. */
  const nullable = (name: 'nextDividendDate' | 'riskPercent' | 'riskAmount') => ({
    setValueAs: (typed: string) => typed || (stored[name] === undefined ? undefined : null),
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField<InstrumentFields>
        name="marketAndSymbol"
        label="Market and symbol"
        className="sm:col-span-2"
      />
      <MarketFinder />
      <FormField<InstrumentFields> name="igEpic" label="IG epic" />
      <FormField<InstrumentFields> name="yahooSymbol" label="Yahoo symbol" />
      <NumberField<InstrumentFields> name="atrStopLossPeriod" label="ATR stop loss period" />
      <DecimalField name="atrStopLossMultiplePercentage" label="ATR stop loss multiple (%)" />
      <NumberField<InstrumentFields> name="atrProfitTargetPeriod" label="ATR profit target period" />
      <DecimalField name="atrProfitMultiplePercentage" label="ATR profit multiple (%)" />
      <DecimalField
        name="maxPositionSize"
        label="Max position size"
        hint="Maximum value of a position, in your account currency"
      />
      <DecimalField
        name="riskPercent"
        label="Risk per trade (% of equity)"
        hint="Sizes each entry by what it would lose at its stop, up to the max position size. Leave empty to turn off"
        options={nullable('riskPercent')}
      />
      <DecimalField
        name="riskAmount"
        label="Risk per trade (amount)"
        hint="In your account currency. If you set both, the smaller one applies"
        options={nullable('riskAmount')}
      />
      <DecimalField
        name="openingPriceMultiplePercentage"
        label="Opening price multiple (%)"
        hint="100.5 asks for a price 0.5% better than the alert’s"
      />
      <DecimalField
        name="tradingViewPriceMultiplier"
        label="Price multiplier"
        hint="TradingView price × multiplier = IG price"
      />
      <FormField<InstrumentFields>
        name="nextDividendDate"
        label="Next dividend date"
        type="date"
        hint={
          isFund
            ? 'Yahoo has no dividend dates for funds. Only the dates you enter here are avoided'
            : undefined
        }
        options={nullable('nextDividendDate')}
      />
    </div>
  )
}
