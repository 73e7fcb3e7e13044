import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { Note } from '../../components/note.tsx'
import { Select } from '../../components/select.tsx'
import { call } from '../../lib/api.ts'
import { formatTimestamp } from '../../lib/format.ts'
import { accountOf, useJournalChange, useJournalPlace } from '../../lib/journal-queries.ts'

type Props = { readonly journal: Journal; readonly account: NonNullable<Journal['account']> }

/** Shows which account this journal is about, how old its data are, and what prevents an update. */
export const JournalSource = ({ journal, account }: Props) => {
  const { search, go } = useJournalPlace()
  const read = useJournalChange(() => call('readHistory', accountOf(search)), 'Couldn’t read the history')
  const { accounts, readAt, failure, isComplete } = journal
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs text-muted">
        {accounts.length > 1 && (
          <Select
            label="Account"
            terse
            value={`${account.mode} ${account.accountId}`}
            onChange={(next) => {
              const [mode, accountId] = next.split(' ')
              go({ mode: mode === 'LIVE' ? 'LIVE' : 'DEMO', account: accountId })
            }}
            options={accounts.map(({ mode, accountId }) => ({
              value: `${mode} ${accountId}`,
              label: `${mode} ${accountId}`,
            }))}
          />
        )}
        <p role="status">
          {account.mode} account {account.accountId}:{' '}
          {readAt === null
            ? 'IG’s history is being read for the first time. This takes a minute or two.'
            : `IG’s history last read ${formatTimestamp(readAt)}${isComplete ? '' : '; older trades will follow'}`}
        </p>
        <button
          type="button"
          disabled={read.isPending}
          className="py-1 font-medium text-accent underline-offset-4 hover:underline disabled:opacity-60 pointer-coarse:min-h-11"
          onClick={() => read.mutate(undefined)}
        >
          Read IG’s history again
        </button>
      </div>
      {failure && (
        <Note>
          Couldn’t read IG’s history since then: {failure}. This page shows the results from that time.
        </Note>
      )}
    </div>
  )
}
