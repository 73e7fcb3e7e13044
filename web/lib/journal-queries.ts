import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RequestOf } from '../../shared/contract/index.ts'
import { pageLimits } from '../../shared/platform/page-limits.ts'
import type { JournalSearch } from './journal-search.ts'
import { call } from './api.ts'
import { toastFailure } from './failures.ts'
import { timeZone } from './format.ts'
import { pageRequest } from './list-place.ts'
import { daysAsked } from './journal-period.ts'
import { itsMessage, useChange } from './use-change.ts'

const journalKey = ['journal'] as const
const refresh = 60_000

/** Returns the account to read. If both values are undefined, the server reads the account that alerts trade on. */
export const accountOf = ({ mode, account }: JournalSearch) => ({ mode, accountId: account })

const asked = (search: JournalSearch) => {
  const { page: _, size: __, by: ___, mode, account, period, from, to, ...filters } = search
  const days = daysAsked({ period, from, to })
  return { mode, accountId: account, zone: timeZone(), fromDay: days.from, toDay: days.to, ...filters }
}

export const journalQuery = (search: JournalSearch) => {
  const request = asked(search)
  return queryOptions({
    queryKey: [...journalKey, 'sums', request],
    queryFn: () => call('getJournal', request),
    refetchInterval: refresh,
    placeholderData: keepPreviousData,
  })
}

export const tradesQuery = (search: JournalSearch) => {
  const { page = 1, size = pageLimits.default } = search
  const request: RequestOf<'listTrades'> = { ...asked(search), ...pageRequest({ page, size }) }
  return queryOptions({
    queryKey: [...journalKey, 'trades', request],
    queryFn: () => call('listTrades', request),
    refetchInterval: refresh,
    placeholderData: keepPreviousData,
  })
}

export const tradeQuery = (tradeId: string, search: JournalSearch) =>
  queryOptions({
    queryKey: [...journalKey, 'trade', tradeId, search.mode, search.account],
    queryFn: () => call('getTrade', { ...accountOf(search), tradeId }),
    // Polls until the last part of the trade has been booked.
    refetchInterval: ({ state: { data } }) =>
      data && !data.trade.isOpen && data.trade.closedAt !== null ? false : refresh,
  })

export const pricesQuery = (tradeId: string, search: JournalSearch) =>
  queryOptions({
    queryKey: ['trade-prices', tradeId, search.mode, search.account],
    queryFn: () => call('getTradePrices', { ...accountOf(search), tradeId }),
    staleTime: Infinity,
    retry: false,
  })

/** The fragment in the address that scrolls to the list of trades. */
export const tradesPlace = 'trades'

/**
 * Returns the journal's filters and account, and a function to change them. They are in the address, so a link shows
 * the same view.
 */
export const useJournalPlace = () => {
  const search: JournalSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  /** @param place the part of the page to scroll to */
  const go = (change: Partial<JournalSearch>, place?: typeof tradesPlace) =>
    void navigate({
      to: '.',
      resetScroll: false,
      hash: place ?? true,
      search: (before: object) => ({ ...before, page: undefined, ...change }),
    })
  return { search, go }
}

/** Changes something in the journal and then reads the journal again. */
export const useJournalChange = <Request>(
  change: (request: Request) => Promise<{ message: string }>,
  failed: string,
) => useChange(change, { done: itsMessage, onError: toastFailure(failed), rereads: [journalKey] })
