import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { Journal } from '../../shared/journal/journal.schema.ts'
import { Button } from '../components/button.tsx'
import { IncompleteSettings } from '../components/incomplete-settings.tsx'
import { Note } from '../components/note.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { PrintButton } from '../components/print-button.tsx'
import { Select } from '../components/select.tsx'
import { Failed, LoadingOverview } from '../components/states.tsx'
import { WhenNear } from '../components/when-near.tsx'
import { DayCalendar } from '../features/journal/day-calendar.tsx'
import { EquityCurve } from '../features/journal/equity-curve.tsx'
import { FiguresCard } from '../features/journal/figures-card.tsx'
import { JournalSums } from '../features/journal/journal-sums.tsx'
import { ProofCard } from '../features/journal/proof-card.tsx'
import { accountOf, journalQuery, useJournalChange, useJournalPlace } from '../features/journal/queries.ts'
import { call } from '../lib/api.ts'
import { formatTimestamp } from '../lib/format.ts'
import type { JournalSearch } from '../lib/journal-search.ts'

const JournalDetails = lazy(async () => ({
  default: (await import('../features/journal/journal-details.tsx')).JournalDetails,
}))

export const JournalPage = () => {
  const { search } = useJournalPlace()
  const { data, error, refetch } = useQuery(journalQuery(search))
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Journal" description="The result of every trade, checked against IG’s balance">
        <PrintButton />
      </PageHeader>
      {data ? (
        <Sums journal={data} search={search} />
      ) : error ? (
        <Failed title="Error loading the journal" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingOverview />
      )}
    </div>
  )
}

type SumsProps = { readonly journal: Journal; readonly search: JournalSearch }

const Sums = ({ journal, search }: SumsProps) => {
  const { account } = journal
  if (!account) return <IncompleteSettings mode={undefined} />
  const { currency } = account
  const { mode: _, account: __, ...filters } = search
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      <Summary journal={journal} account={account} />
      <JournalSums journal={journal} currency={currency} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <EquityCurve journal={journal} currency={currency} />
        <DayCalendar journal={journal} currency={currency} />
        <ProofCard journal={journal} currency={currency} />
        <FiguresCard journal={journal} currency={currency} />
      </div>
      <WhenNear now={isFiltered}>
        <JournalDetails journal={journal} currency={currency} />
      </WhenNear>
    </>
  )
}

type SummaryProps = { readonly journal: Journal; readonly account: NonNullable<Journal['account']> }

/** Whose journal it is, how old, and what keeps it from being younger. */
const Summary = ({ journal, account }: SummaryProps) => {
  const { search, go } = useJournalPlace()
  const read = useJournalChange(() => call('readHistory', accountOf(search)), 'Couldn’t read the history')
  const { accounts, readAt, failure, isComplete } = journal
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 text-sm text-muted">
        {accounts.length > 1 && (
          <Select
            label="Account"
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
        <Button kind="quiet" disabled={read.isPending} onClick={() => read.mutate(undefined)}>
          Read IG’s history again
        </Button>
      </div>
      {failure && (
        <Note>
          Couldn’t read IG’s history since then: {failure}. This page shows the results from that time.
        </Note>
      )}
    </div>
  )
}
