import { Form } from '../../components/form.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../lib/toast.ts'
import type { ListChanges } from '../../../shared/instruments/list-changes.schema.ts'
import { counted, formatNumber } from '../../../shared/platform/figures.ts'
import { Button } from '../../components/button.tsx'
import { CsvField } from '../../components/csv-field.tsx'
import { Card } from '../../components/card.tsx'
import { ApiError, upload } from '../../lib/api.ts'
import { toastMessageOf } from '../../lib/failures.ts'
import { schemaResolver } from '../../lib/schema-resolver.ts'
import type { ChosenFile, FileToSend } from './csv-upload.ts'
import { ListPreview } from './list-preview.tsx'
import { earlierListsKey, instrumentsKey } from './queries.ts'

const CsvProblems = lazy(async () => ({ default: (await import('./csv-problems.tsx')).CsvProblems }))

const uploadResolver = schemaResolver<FileToSend, ChosenFile>(
  async () => (await import('./csv-upload.ts')).CsvUpload,
)

/** Lets the user replace the whole list with a CSV file. If any row is invalid, nothing changes. */
export const UploadForm = () => {
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const form = useForm<ChosenFile, unknown, FileToSend>({ resolver: uploadResolver })
  const forgetFile = () => {
    form.setValue('file', undefined)
    form.reset()
  }
  const onError = (error: Error) => {
    toast.error(`Upload failed: ${toastMessageOf(error)}`)
    // Clears the file input. Otherwise selecting the same file again would not trigger a change.
    if (error instanceof ApiError && error.code === 'FILE_CHANGED') forgetFile()
  }
  const preview = useMutation({
    mutationFn: ({ file }: { file: File }) => upload('previewInstruments', file, setSent),
    onMutate: () => setSent(0),
    onError,
  })
  const send = useMutation({
    mutationFn: ({ file }: { file: File }) => upload('uploadInstruments', file, setSent),
    onMutate: () => setSent(0),
    onSuccess: ({ message }) => {
      toast.success(message)
      forgetFile()
      void queries.invalidateQueries({ queryKey: earlierListsKey })
      return queries.invalidateQueries({ queryKey: instrumentsKey })
    },
    onError,
  })
  const isBusy = preview.isPending || send.isPending
  const file = preview.variables?.file
  return (
    <Card
      title="Upload instruments"
      description="A CSV file replaces your whole list. If any cell is invalid, nothing changes. Export CSV gives you a file in the right format."
    >
      <Form
        form={form}
        className="flex flex-wrap items-start gap-x-3 gap-y-2"
        onSend={(chosen) => {
          send.reset()
          preview.mutate(chosen)
        }}
      >
        <CsvField
          label="CSV file"
          isLabelHidden
          disabled={isBusy}
          error={form.formState.errors.file?.message}
          {...form.register('file')}
        />
        <Button kind="quiet" type="submit" className="h-10" disabled={isBusy || form.formState.isSubmitting}>
          {isBusy ? 'Uploading...' : 'Upload CSV'}
        </Button>
      </Form>
      {isBusy && <Progress share={sent} />}
      <ListPreview
        title="Replace your list?"
        changes={preview.data}
        confirm="Replace list"
        grave={Boolean(preview.data?.removed)}
        isListKept={Boolean(preview.data?.removed)}
        onCancel={() => preview.reset()}
        onConfirm={() => {
          preview.reset()
          if (file) send.mutate({ file })
        }}
      >
        {preview.data && <ReplacedWords changes={preview.data} />}
      </ListPreview>
      {(preview.error ?? send.error) && (
        <Suspense fallback={null}>
          <CsvProblems error={(preview.error ?? send.error) as Error} />
        </Suspense>
      )}
    </Card>
  )
}

const ReplacedWords = ({ changes: { added, changed, removed } }: { readonly changes: ListChanges }) => (
  <>
    <p className="font-medium text-ink">
      This file adds {counted(added, 'instrument')}, changes {formatNumber(changed)} and removes{' '}
      {formatNumber(removed)}.
    </p>
    {added + changed + removed === 0 && <p>Your list won’t change.</p>}
  </>
)

/**
 * Shows how much of the file has been sent. After that, the bar becomes indeterminate, because the server's progress is
 * unknown.
 */
const Progress = ({ share }: { readonly share: number }) => (
  <progress
    aria-label="Upload"
    className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
    {...(share < 1 ? { value: share, max: 1 } : {})}
  />
)
