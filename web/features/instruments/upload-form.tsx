import { Form } from '../../components/form.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { ApiError, upload } from '../../lib/api.ts'
import { toastMessageOf } from '../../lib/failures.ts'
import { loadWhenOpen } from '../../components/load-when-open.tsx'
import { schemaResolver } from '../../lib/schema-resolver.ts'
import type { ChosenFile, FileToSend } from './csv-upload.ts'
import { earlierListsKey, instrumentsKey } from './queries.ts'

const CsvProblems = lazy(async () => ({ default: (await import('./csv-problems.tsx')).CsvProblems }))

const UploadPreview = loadWhenOpen(async () => (await import('./upload-preview.tsx')).UploadPreview)

const uploadResolver = schemaResolver<FileToSend, ChosenFile>(
  async () => (await import('./csv-upload.ts')).CsvUpload,
)

/** Replaces the whole list by a file, all or nothing. */
export const UploadForm = () => {
  const id = useId()
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const form = useForm<ChosenFile, unknown, FileToSend>({ resolver: uploadResolver })
  const forgetFile = () => {
    form.setValue('file', undefined)
    form.reset()
  }
  const onError = (error: Error) => {
    toast.error(`Upload failed: ${toastMessageOf(error)}`)
    // The same file chosen again is a change only if none was chosen.
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
  const problem = form.formState.errors.file?.message
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
        <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
          <label htmlFor={id} className="sr-only">
            CSV file
          </label>
          <input
            id={id}
            type="file"
            accept=".csv"
            disabled={isBusy}
            aria-invalid={problem !== undefined}
            aria-describedby={problem && `${id}-problem`}
            className="h-10 w-full min-w-0 rounded-md border border-edge bg-panel text-sm text-muted file:mr-3 file:h-full file:border-r file:border-line file:bg-ground file:px-3 file:text-sm file:font-medium file:text-ink aria-invalid:border-bad"
            {...form.register('file')}
          />
          {problem && (
            <p id={`${id}-problem`} className="text-sm text-bad">
              {problem}
            </p>
          )}
        </div>
        <Button kind="quiet" type="submit" className="h-10" disabled={isBusy || form.formState.isSubmitting}>
          {isBusy ? 'Uploading...' : 'Upload CSV'}
        </Button>
      </Form>
      {isBusy && <Progress share={sent} />}
      <UploadPreview
        open={preview.data !== undefined}
        changes={preview.data ?? null}
        onCancel={() => preview.reset()}
        onConfirm={() => {
          preview.reset()
          if (file) send.mutate({ file })
        }}
      />
      {(preview.error ?? send.error) && (
        <Suspense fallback={null}>
          <CsvProblems error={(preview.error ?? send.error) as Error} />
        </Suspense>
      )}
    </Card>
  )
}

/** What has left; once all has, the server is reading it, and its progress is unknown. */
const Progress = ({ share }: { readonly share: number }) => (
  <progress
    aria-label="Upload"
    className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
    {...(share < 1 ? { value: share, max: 1 } : {})}
  />
)
