import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { counted, formatNumber } from '../../../../shared/platform/figures.ts'
import type { UserSettings } from '../../../../shared/settings/settings.schema.ts'
import { Card } from '../../../components/card.tsx'
import { messageOf } from '../../../lib/failures.ts'
import type { Comparison, Step } from './compare-file.ts'
import { ComparisonResult } from './comparison-result.tsx'

/**
 * The comparison is kept in memory, so that it is still there when the user comes back from an alert's page. Logging
 * out clears it.
 */
const comparisonKey = ['comparison'] as const

/** Lets the user select TradingView's log and shows what happened to each message. */
export const CompareView = ({ settings }: { readonly settings: UserSettings }) => {
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>({ step: 'reading' })
  const { data: comparison = null } = useQuery({
    queryKey: comparisonKey,
    queryFn: () => queries.getQueryData<Comparison>(comparisonKey) ?? null,
    staleTime: Infinity,
    gcTime: Infinity,
    // Structural sharing would freeze the page, because it compares up to 50,000 findings with the previous ones.
    structuralSharing: false,
  })
  const compare = useMutation({
    mutationFn: async (file: File) => {
      const { compareFile } = await import('./compare-file.ts')
      return compareFile(file, settings.demoWebhookSecret, setStep)
    },
    onSuccess: (found) => queries.setQueryData(comparisonKey, found),
    onError: () => queries.setQueryData(comparisonKey, null),
  })
  const take = (file: File | undefined) => {
    if (file && !compare.isPending) compare.mutate(file)
  }
  return (
    <>
      <DropCard isBusy={compare.isPending} onFile={take} />
      {compare.isPending && (
        <p role="status" className="text-sm text-muted">
          {wordsOf(step)}
        </p>
      )}
      {compare.error && (
        <p role="alert" className="text-sm text-bad">
          {messageOf(compare.error)}
        </p>
      )}
      {comparison && !compare.isPending && <ComparisonResult comparison={comparison} />}
    </>
  )
}

const wordsOf = (step: Step) => {
  if (step.step === 'reading') return 'Reading the file...'
  return step.step === 'asking'
    ? `Loading your alerts: ${formatNumber(step.alerts)}...`
    : `Comparing with ${counted(step.alerts, 'alert')}...`
}

type DropProps = { readonly isBusy: boolean; readonly onFile: (file: File | undefined) => void }

const DropCard = ({ isBusy, onFile }: DropProps) => {
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onFile(event.dataTransfer.files[0])
  }
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop} className="print:hidden">
      <Card
        title="TradingView’s alert log"
        description="In TradingView, open Alerts, then Log, and export it as CSV. Drop the file here, or choose it. It stays in this tab: it is neither sent nor stored, and the webhook secrets in it are never shown."
      >
        <label className="inline-flex h-10 w-fit cursor-pointer items-center rounded-md border border-edge px-4 text-sm font-medium focus-within:outline-2 focus-within:outline-offset-2 hover:bg-ground has-disabled:cursor-default has-disabled:opacity-60">
          Choose a file
          <input
            type="file"
            accept=".csv,text/csv"
            disabled={isBusy}
            className="sr-only"
            onChange={(event) => {
              onFile(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
      </Card>
    </div>
  )
}
