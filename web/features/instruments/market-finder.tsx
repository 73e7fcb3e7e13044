import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { InstrumentFields } from '../../../shared/instruments/instrument.schema.ts'
import type { MarketFound, MarketsFound } from '../../../shared/instruments/market-match.schema.ts'
import { whyUnmatchable } from '../../../shared/instruments/unmatchable.ts'
import { longestSearch } from '../../../shared/platform/page-limits.ts'
import { Button } from '../../components/button.tsx'
import { ChooseButton } from '../../components/choose-button.tsx'
import { Field } from '../../components/field.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failures.ts'
import { priceWords } from './price-words.ts'
import { VerdictBadge } from './verdict-badge.tsx'

/**
 * Looks up the symbol at IG. Fills in the epic, the Yahoo symbol and the multiplier if the match is exact or if the
 * user selects a market.
 */
export const MarketFinder = () => {
  const { control, getValues, setValue, setError } = useFormContext<InstrumentFields>()
  const market = useWatch({ control, name: 'marketAndSymbol' })
  const fill = (name: 'igEpic' | 'yahooSymbol' | 'tradingViewPriceMultiplier', value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: true })
  const choose = ({ epic, multiplier }: MarketFound) => {
    fill('igEpic', epic)
    if (multiplier) fill('tradingViewPriceMultiplier', multiplier)
  }
  const find = useMutation({
    mutationFn: (search: { market: string; term?: string }) => call('searchMarkets', search),
    onSuccess: ({ verdict, markets, yahooSymbol }) => {
      const [first] = markets
      if (verdict === 'EXACT' && first && getValues('igEpic') === '') choose(first)
      if (yahooSymbol && getValues('yahooSymbol') === '') fill('yahooSymbol', yahooSymbol)
    },
    onError: toastFailure('Couldn’t search IG'),
  })
  const search = (term?: string) => {
    const symbol = market.trim()
    if (/^[^:\s]+:\S+$/.test(symbol)) find.mutate({ market: symbol, ...(term ? { term } : {}) })
    else setError('marketAndSymbol', { message: 'Must be an exchange and a symbol such as NASDAQ:AAPL' })
  }
  const isOfNow = find.variables?.market === market.trim()
  return (
    <div className="grid gap-3 sm:col-span-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="quiet" disabled={market.trim() === '' || find.isPending} onClick={() => search()}>
          {find.isPending ? 'Asking IG…' : 'Search IG'}
        </Button>
        <p className="text-xs text-muted">Matched by IG’s market codes, not by name.</p>
      </div>
      <div role="status">{find.data && isOfNow && <Found found={find.data} onChoose={choose} />}</div>
      {find.data && isOfNow && find.data.verdict !== 'EXACT' && !whyUnmatchable(market.trim()) && (
        <SearchByName isBusy={find.isPending} onSearch={search} />
      )}
    </div>
  )
}

type SearchProps = { readonly isBusy: boolean; readonly onSearch: (name: string) => void }

/** Searches IG by name, because many markets, such as indices and commodities, have no code that could be matched. */
const SearchByName = ({ isBusy, onSearch }: SearchProps) => {
  const [name, setName] = useState('')
  const search = () => name.trim() !== '' && !isBusy && onSearch(name.trim())
  return (
    <Field
      label="Name at IG"
      placeholder="Germany 40"
      maxLength={longestSearch}
      value={name}
      onChange={({ target }) => setName(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // Enter would submit the instrument’s form, because this field is inside it.
        event.preventDefault()
        search()
      }}
      aside={
        <Button kind="quiet" disabled={name.trim() === '' || isBusy} onClick={search}>
          Search by name
        </Button>
      }
    />
  )
}

type FoundProps = { readonly found: MarketsFound; readonly onChoose: (market: MarketFound) => void }

const Found = ({ found: { verdict, why, markets, exchangePrice }, onChoose }: FoundProps) => {
  const { control } = useFormContext<InstrumentFields>()
  const chosen = useWatch({ control, name: 'igEpic' })
  return (
    <div className="grid gap-3 rounded-md border border-line p-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-2">
        <VerdictBadge verdict={verdict} /> <span>{why}.</span>
      </p>
      {markets.length > 0 && (
        <ul aria-label="Markets at IG" className="grid gap-2">
          {markets.map((market) => (
            <li key={market.epic} className="flex items-start justify-between gap-3">
              <span className="min-w-0">
                <span className="font-medium break-words">{market.name}</span>{' '}
                <span className="break-words text-muted">
                  {[market.epic, market.country, market.expiry].filter(Boolean).join(' · ')}
                </span>
                <span className="block text-xs text-muted">
                  {market.mid === null && `${market.because}; `}
                  {priceWords(market, exchangePrice)}
                </span>
              </span>
              <ChooseButton
                isChosen={market.epic === chosen}
                label={`Use ${market.epic}`}
                onChoose={() => onChoose(market)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
