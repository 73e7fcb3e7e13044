import { generateKeyPairSync } from 'node:crypto'
import { ownWatchlists, type PaperMarket, paperMarkets } from '../markets.ts'
import { bodyOf, type Endpoint, type OpenEndpoint, type SignedInCall } from './endpoint.ts'
import { shortMarket } from './market-views.ts'
import { requiredText } from './read-deals.ts'
import { ok, WireError } from './wire.ts'

/**
 * This file contains the endpoints for watchlists, and endpoints that public clients use but Signalpost does not: the
 * market tree, client sentiment, costs and charges, and the key for encrypted passwords.
 */

type Watchlist = { readonly id: string; readonly name: string; readonly editable: boolean; epics: string[] }

/** Watchlists by account. They are only in memory, so changes are lost when the process ends. */
const listsOf = new Map<string, Watchlist[]>()

const watchlistsOf = ({ account }: SignedInCall): Watchlist[] => {
  const own = listsOf.get(account.accountId) ?? [
    {
      id: 'Popular Markets',
      name: 'Popular Markets',
      editable: false,
      epics: ofAccount(account.accountType)
        .slice(0, 10)
        .map(({ epic }) => epic),
    },
    ...ownWatchlists(account.accountType).map((list, index) => ({
      id: String(900_000 + index),
      editable: true,
      ...list,
    })),
  ]
  listsOf.set(account.accountId, own)
  return own
}

const ofAccount = (type: PaperMarket['accountType']) =>
  paperMarkets.filter(({ accountType }) => accountType === type)

/** @throws WireError 404 if the account has no such watchlist */
const watchlistIn = (call: SignedInCall): Watchlist => {
  const found = watchlistsOf(call).find(({ id }) => id === call.parts.id)
  if (!found) throw new WireError(404, 'error.watchlists.management.watchlist-not-found')
  return found
}

const inWords = ({ id, name, editable }: Watchlist) => ({
  id,
  name,
  editable,
  deleteable: editable,
  defaultSystemWatchlist: !editable,
})

const success = ok({ status: 'SUCCESS' })
const nodes: readonly PaperMarket['type'][] = ['SHARES', 'INDICES', 'CURRENCIES', 'COMMODITIES']
const sentimentOf = (marketId: string) => ({
  marketId,
  longPositionPercentage: 60,
  shortPositionPercentage: 40,
})

const endpoint = (method: Endpoint['method'], path: string, answer: Endpoint['answer']): Endpoint => ({
  method,
  path,
  versions: [1],
  purpose: 'other',
  answer,
})

export const listEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/watchlists', (call) => ok({ watchlists: watchlistsOf(call).map(inWords) })),
  endpoint('GET', '/watchlists/:id', (call) => {
    const { epics } = watchlistIn(call)
    const markets = paperMarkets.filter(({ epic }) => epics.includes(epic))
    return ok({ markets: markets.map((market) => shortMarket(call.book, market)) })
  }),
  endpoint('POST', '/watchlists', (call) => {
    const body = bodyOf(call.request)
    const name = requiredText(body, 'name', /^.{1,30}$/)
    const epics = Array.isArray(body.epics) ? body.epics.filter((epic) => typeof epic === 'string') : []
    const lists = watchlistsOf(call)
    const id = String(1_000_000 + lists.length)
    lists.push({ id, name, editable: true, epics })
    return ok({ watchlistId: id, status: 'SUCCESS' })
  }),
  endpoint('PUT', '/watchlists/:id', (call) => {
    watchlistIn(call).epics.push(requiredText(bodyOf(call.request), 'epic', /^[A-Za-z0-9._]{6,30}$/))
    return success
  }),
  endpoint('DELETE', '/watchlists/:id', (call) => {
    const found = watchlistIn(call)
    listsOf.set(
      call.account.accountId,
      watchlistsOf(call).filter((each) => each !== found),
    )
    return success
  }),
  endpoint('DELETE', '/watchlists/:id/:epic', (call) => {
    const found = watchlistIn(call)
    found.epics = found.epics.filter((epic) => epic !== call.parts.epic)
    return success
  }),
  endpoint('GET', '/marketnavigation', () =>
    ok({ nodes: nodes.map((name) => ({ id: name, name })), markets: null }),
  ),
  endpoint('GET', '/marketnavigation/:id', ({ book, account, parts }) => {
    const markets = ofAccount(account.accountType).filter(({ type }) => type === parts.id)
    return ok({ nodes: null, markets: markets.map((market) => shortMarket(book, market)) })
  }),
  endpoint('GET', '/clientsentiment', ({ request }) =>
    ok({ clientSentiments: (request.query.get('marketIds') ?? '').split(',').map(sentimentOf) }),
  ),
  endpoint('GET', '/clientsentiment/:id', ({ parts }) => ok(sentimentOf(parts.id ?? ''))),
  endpoint('GET', '/clientsentiment/related/:id', ({ parts }) =>
    ok({ clientSentiments: [sentimentOf(parts.id ?? '')] }),
  ),
  ...(['open', 'close', 'edit'] as const).map((what) =>
    endpoint('POST', `/indicativecostsandcharges/${what}`, ({ book }) =>
      ok({ indicativeQuoteReference: `PAPER-${book.now()}`, costsAndCharges: [] }),
    ),
  ),
  endpoint('GET', '/indicativecostsandcharges/history/from/:from/to/:to', () =>
    ok({ costsAndChargesHistory: [], metadata: { size: 0 } }),
  ),
]

let publicKey: string | undefined

/** Returns a public key for encrypting passwords. Paper IG accepts any password, encrypted or not. */
export const encryptionKey: OpenEndpoint = {
  method: 'GET',
  path: '/session/encryptionKey',
  versions: [1],
  answer: ({ book }) => {
    publicKey ??= generateKeyPairSync('rsa', { modulusLength: 2_048 })
      .publicKey.export({ type: 'spki', format: 'der' })
      .toString('base64')
    return ok({ encryptionKey: publicKey, timeStamp: book.now() })
  },
}
