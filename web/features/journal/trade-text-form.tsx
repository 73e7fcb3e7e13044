import { submitting } from '../../lib/submitting.ts'
import { useState } from 'react'
import type { JournalTrade } from '../../../shared/journal/journal.schema.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Field } from '../../components/field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { call } from '../../lib/api.ts'
import { useJournalChange, useJournalPlace, accountOf } from '../../lib/journal-queries.ts'

const maxTags = 10

/** Lets the user note why they took the trade and what they learnt from it. */
export const TradeTextForm = ({ trade }: { readonly trade: JournalTrade }) => {
  const { search } = useJournalPlace()
  const [note, setNote] = useState(trade.note)
  const [tags, setTags] = useState(trade.tags.join(', '))
  const save = useJournalChange(
    () =>
      call('saveTradeText', {
        ...accountOf(search),
        tradeId: trade.id,
        note,
        tags: tags
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean)
          .slice(0, maxTags),
      }),
    'Couldn’t save the note',
  )
  return (
    <Card title="Note and tags">
      <form className="grid gap-4" onSubmit={submitting(() => save.mutate(undefined))}>
        <TextArea
          label="Note"
          rows={4}
          maxLength={4_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Field
          label="Tags"
          hint="Up to 10, separated by commas"
          value={tags}
          onChange={(event) => setTags(event.target.value)}
        />
        <Button type="submit" disabled={save.isPending} className="justify-self-start">
          {save.isPending ? 'Saving...' : 'Save note'}
        </Button>
      </form>
    </Card>
  )
}
