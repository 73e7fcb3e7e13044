import { submitting } from '../../lib/submitting.ts'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CsvField } from '../../components/csv-field.tsx'
import { Card } from '../../components/card.tsx'
import { DownloadButton } from '../../components/download-button.tsx'
import { download, upload } from '../../lib/api.ts'
import { timeZone } from '../../lib/format.ts'
import { daysAsked } from '../../lib/journal-period.ts'
import { useJournalChange, useJournalPlace, accountOf } from '../../lib/journal-queries.ts'

const forms = [
  ['trades', 'Download trades'],
  ['statement', 'Download IG statement'],
  ['tradervue', 'Download executions for Tradervue'],
] as const

/** Lets the user import years of history from IG's own export, and export the journal. */
export const JournalFiles = () => {
  const { search } = useJournalPlace()
  const { from: fromDay, to: toDay } = daysAsked(search)
  const request = { ...accountOf(search), zone: timeZone(), fromDay, toDay }
  return (
    <Card
      title="Import and export"
      description="Import the transaction history that you can download from My IG (CSV). Importing the same history again adds nothing. Trades and executions are those of the days chosen above; the statement is whole. The exports contain no tax figures."
    >
      <ImportForm />
      <div className="flex flex-wrap gap-2">
        {forms.map(([form, label]) => (
          <DownloadButton
            key={form}
            label={label}
            busy="Downloading..."
            act="download the journal"
            save={(onProgress) =>
              download('exportJournal', { ...request, form }, `journal-${form}.csv`, onProgress)
            }
          />
        ))}
      </div>
    </Card>
  )
}

const ImportForm = () => {
  const [file, setFile] = useState<File | null>(null)
  const send = useJournalChange((chosen: File) => upload('importHistory', chosen), 'Import failed')
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submitting(() => file && send.mutate(file))}>
      <CsvField
        label="IG transaction history"
        onChange={(event) => setFile(event.target.files?.[0] ?? null)}
      />
      <Button type="submit" disabled={!file || send.isPending}>
        {send.isPending ? 'Importing...' : 'Import'}
      </Button>
    </form>
  )
}
