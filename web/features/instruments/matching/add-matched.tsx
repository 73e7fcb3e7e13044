import { Form } from '../../../components/form.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { InstrumentSizing } from '../../../../shared/instruments/instrument.schema.ts'
import type { MatchedRow } from '../../../../shared/instruments/matching.schema.ts'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { NumberField } from '../../../components/number-field.tsx'
import { Segments } from '../../../components/segments.tsx'
import { call } from '../../../lib/api.ts'
import { toastCouldNot } from '../../../lib/failures.ts'
import { schemaResolver } from '../../../lib/schema-resolver.ts'
import { toast } from '../../../lib/toast.ts'
import { defaultSizing } from '../new-instrument.ts'
import { earlierListsKey, instrumentsKey } from '../queries.ts'
import { DecimalField } from '../decimal-field.tsx'
import { ListPreview } from '../list-preview.tsx'
import { type Choice, choicesOf, type Edit, type Edits, type Found } from './choices.ts'
import { matchingKey } from './queries.ts'
import { MatchedRows } from './matched-rows.tsx'
import { counted, formatNumber } from '../../../../shared/platform/figures.ts'

const figuresResolver = schemaResolver<InstrumentSizing>(
  async () => (await import('../../../../shared/instruments/instrument.schema.ts')).InstrumentSizing,
)

type VerdictFilter = 'ALL' | MatchedRow['verdict']
const views = [
  { value: 'ALL', label: 'All' },
  { value: 'EXACT', label: 'Exact' },
  { value: 'CHOOSE', label: 'Choose' },
  { value: 'NONE', label: 'Not found' },
] as const

/** Lets the user select matched rows and set their sizes. Before the rows are added, it shows what will change. */
export const AddMatched = ({ found }: { readonly found: Found }) => {
  const queries = useQueryClient()
  const [edits, setEdits] = useState<Edits>({})
  const [shown, setShown] = useState<VerdictFilter>('ALL')
  const form = useForm<InstrumentSizing>({ defaultValues: defaultSizing, resolver: figuresResolver })
  const choices = choicesOf(found, edits)
  const chosen = choices.filter(({ isChosen, lacks }) => isChosen && lacks === null)
  const seen = useDeferredValue(
    shown === 'ALL' ? choices : choices.filter(({ row }) => row.verdict === shown),
  )
  const onEdit = (key: string, edit: Edit) =>
    setEdits((before) => ({ ...before, [key]: { ...before[key], ...edit } }))

  const merge = useMutation({
    mutationFn: ({ figures, preview }: { figures: InstrumentSizing; preview: boolean }) =>
      call('mergeInstruments', { rows: chosen.map(instrumentOf), figures, preview }),
    onError: toastCouldNot('add the instruments'),
  })
  const preview = merge.variables?.preview ? merge.data : undefined
  const add = () => {
    const figures = merge.variables?.figures
    if (!figures) return
    merge.mutate(
      { figures, preview: false },
      {
        onSuccess: ({ added }) => {
          toast.success(`${counted(added, 'instrument')} added to your list`)
          const done = Object.fromEntries(chosen.map(({ key }) => [key, { isChosen: false }]))
          setEdits((before) => ({ ...before, ...done }))
          void queries.invalidateQueries({ queryKey: instrumentsKey })
          void queries.invalidateQueries({ queryKey: matchingKey })
          void queries.invalidateQueries({ queryKey: earlierListsKey })
        },
      },
    )
  }
  return (
    <>
      <Form form={form} onSend={(figures) => merge.mutate({ figures, preview: true })} className="grid gap-6">
        <SizingCard />
        <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-3 bg-ground py-2">
          <fieldset className="contents">
            <legend className="sr-only">Rows shown</legend>
            <Segments<VerdictFilter> value={shown} onChange={setShown} options={views} />
          </fieldset>
          <Button type="submit" disabled={chosen.length === 0 || merge.isPending}>
            {merge.isPending ? 'Checking...' : `Add ${counted(chosen.length, 'instrument')}`}
          </Button>
        </div>
        <MatchedRows choices={seen} onEdit={onEdit} />
      </Form>
      <ListPreview
        title="Add to your list?"
        changes={preview}
        confirm={preview?.added ? 'Add to list' : 'Close'}
        isListKept={Boolean(preview?.added)}
        onCancel={() => merge.reset()}
        onConfirm={preview?.added ? add : () => merge.reset()}
      >
        {preview && <AddedWords added={preview.added} asked={chosen.length} />}
      </ListPreview>
    </>
  )
}

const SizingCard = () => (
  <Card
    title="Settings for the selected rows"
    description="These apply to the rows you add now. For different settings, add rows in batches."
  >
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <NumberField<InstrumentSizing> name="atrStopLossPeriod" label="ATR stop loss period" />
      <DecimalField name="atrStopLossMultiplePercentage" label="ATR stop loss multiple (%)" />
      <DecimalField name="maxPositionSize" label="Max position size" />
      <NumberField<InstrumentSizing> name="atrProfitTargetPeriod" label="ATR profit target period" />
      <DecimalField name="atrProfitMultiplePercentage" label="ATR profit multiple (%)" />
      <DecimalField name="openingPriceMultiplePercentage" label="Opening price multiple (%)" />
    </div>
  </Card>
)

type WordsProps = {
  readonly added: number
  /** The number of rows that the user selected. */
  readonly asked: number
}

const AddedWords = ({ added, asked }: WordsProps) => {
  const known = asked - added
  return (
    <>
      <p className="font-medium text-ink">
        This adds {counted(added, 'instrument')}. Your other instruments don’t change.
      </p>
      {known > 0 && (
        <p>
          {formatNumber(known)} of the selected rows {known === 1 ? 'is' : 'are'} already in your list and
          won’t change.
        </p>
      )}
    </>
  )
}

const instrumentOf = ({ symbol, market, multiplier, row }: Choice) => ({
  marketAndSymbol: symbol,
  igEpic: market?.epic ?? '',
  yahooSymbol: row.yahooSymbol,
  tradingViewPriceMultiplier: multiplier,
})
