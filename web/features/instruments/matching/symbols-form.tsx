import { submitting } from '../../../lib/submitting.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { TextArea } from '../../../components/text-area.tsx'
import { call } from '../../../lib/api.ts'
import { messageOf } from '../../../lib/failures.ts'
import { matchingKey, watchlistsQuery } from './queries.ts'

type Source = { readonly symbols: string } | { readonly watchlistId: string }

/** The maximum file size in bytes. A full TradingView watchlist has about 20,000 bytes. */
const maxFileBytes = 200_000

/** Collects the symbols to match. They are pasted, or come from a file or from one of the user's IG watchlists. */
export const SymbolsForm = () => {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const start = useMutation({
    mutationFn: (source: Source) => call('startMatching', source),
    onSuccess: (matching) => queries.setQueryData(matchingKey, { matching }),
    onError: (error) => setProblem(messageOf(error)),
  })
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > maxFileBytes) setProblem(`${file.name} is too large for a list of symbols`)
    else {
      setProblem(undefined)
      setText(await file.text())
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Card
        title="Symbols"
        description="Paste symbols, or drop a watchlist file exported from TradingView (.txt). Up to 1,000 at a time, each with its exchange."
      >
        <form
          noValidate
          className="grid gap-3"
          onDragOver={(event) => event.preventDefault()}
          onDrop={drop}
          onSubmit={submitting(() => {
            setProblem(undefined)
            start.mutate({ symbols: text })
          })}
        >
          <TextArea
            label="Symbols to match"
            placeholder={'NASDAQ:AAPL, LSE:VOD\nFX:EURUSD'}
            value={text}
            error={problem}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <label className="inline-flex h-10 cursor-pointer items-center rounded-md border border-edge px-4 text-sm font-medium focus-within:outline-2 focus-within:outline-offset-2 hover:bg-ground">
              Choose a file
              <input
                type="file"
                accept=".txt,text/plain"
                className="sr-only"
                onChange={(event) => {
                  void take(event.target.files?.[0])
                  event.target.value = ''
                }}
              />
            </label>
            <Button type="submit" disabled={text.trim() === '' || start.isPending}>
              {start.isPending ? 'Starting...' : 'Match symbols'}
            </Button>
          </div>
        </form>
      </Card>
      <Watchlists isBusy={start.isPending} onChoose={(watchlistId) => start.mutate({ watchlistId })} />
    </div>
  )
}

type WatchlistsProps = { readonly isBusy: boolean; readonly onChoose: (id: string) => void }

/** Lets the user select one of their IG watchlists, whose markets already have the right epics. */
const Watchlists = ({ isBusy, onChoose }: WatchlistsProps) => {
  const [asked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({ ...watchlistsQuery, enabled: asked })
  return (
    <Card
      title="IG watchlist"
      description="Imports the markets on one of your IG watchlists, with no guessing."
    >
      {data ? (
        <ul aria-label="Watchlists at IG" className="-my-2 divide-y divide-line text-sm">
          {data.watchlists.map(({ id, name }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-2">
              <span className="min-w-0 break-words">{name}</span>
              <Button
                kind="quiet"
                className="h-8 px-3"
                aria-label={`Match ${name}`}
                disabled={isBusy}
                onClick={() => onChoose(id)}
              >
                Match
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <Button
          kind="quiet"
          disabled={isFetching}
          onClick={() => {
            setAsked(true)
            if (error) void refetch()
          }}
        >
          {isFetching ? 'Asking IG…' : 'Show my watchlists'}
        </Button>
      )}
      {error && !isFetching && (
        <p role="alert" className="text-sm text-bad">
          {messageOf(error)}
        </p>
      )}
    </Card>
  )
}
