import { lazy } from 'react'
import type { Journal } from '../../../shared/journal/journal.schema.ts'
import { IncompleteSettings } from '../../components/incomplete-settings.tsx'
import { WhenNear } from '../../components/when-near.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { EquityCurve } from './equity-curve.tsx'
import { JournalBar } from './journal-bar.tsx'
import { JournalSource } from './journal-source.tsx'
import { KeyFigures } from './key-figures.tsx'
import { daysAsked, isAmong } from '../../lib/journal-period.ts'
import { ProofFailed, ProofLine } from './proof.tsx'
import { useJournalPlace } from '../../lib/journal-queries.ts'

const JournalDetails = lazy(async () => ({
  default: (await import('./journal-details.tsx')).JournalDetails,
}))

export const JournalParts = ({ journal }: { readonly journal: Journal }) => {
  const { search } = useJournalPlace()
  if (!journal.account) return <IncompleteSettings mode={undefined} />
  const { mode: _, account: __, ...filters } = search
  const among = isAmong(daysAsked(search))
  const days = journal.days.filter(({ day }) => among(day))
  const props = { journal, days, currency: journal.account.currency }
  return (
    <>
      <ProofFailed {...props} />
      <JournalSource journal={journal} account={journal.account} />
      <JournalBar journal={journal} />
      <KeyFigures {...props} />
      <ProofLine {...props} />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-12">
        <EquityCurve {...props} />
        <DayCalendar {...props} />
      </div>
      <WhenNear now={Object.values(filters).some((value) => value !== undefined)} height="h-screen">
        <JournalDetails {...props} />
      </WhenNear>
    </>
  )
}
