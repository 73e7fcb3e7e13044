import { amendPosition } from '../book/amend-position.ts'
import { type Book, marketOf, readConfirm } from '../book/book.ts'
import { closePosition } from '../book/close-position.ts'
import { twinGuard } from '../book/deal-checks.ts'
import { listedOrders, listedPositions } from '../book/lists.ts'
import { openPosition } from '../book/open-position.ts'
import { amendOrder, deleteOrder, placeOrder } from '../book/orders.ts'
import { confirmView, oldOrderView, oldPositionView, orderView, positionView } from './deal-views.ts'
import { bodyOf, type Endpoint, versionOf } from './endpoint.ts'
import { shortMarkets } from './market-views.ts'
import { readClosing, readNewOrder, readOpening, readOrderChange, readPositionChange } from './read-deals.ts'
import { ok, WireError } from './wire.ts'

/**
 * Checks that the market of a deal exists, because the gateway itself refuses an unknown epic.
 * @throws WireError 400 if there is no such market
 */
const ofKnownMarket = <Deal extends { readonly epic: string }>(deal: Deal): Deal => {
  if (!marketOf(deal.epic)) throw new WireError(400, 'error.service.create.otc.position.instrument.invalid')
  return deal
}

const received = (dealReference: string) => ok({ dealReference })

const turns = new WeakMap<Book, number>()
/** Whether the list of positions must be empty in this response because of the setting `emptyPositionsEach`. */
const isEmptyTurn = (book: Book): boolean => {
  const turn = (turns.get(book) ?? 0) + 1
  turns.set(book, turn)
  const { emptyPositionsEach: each } = book.settings
  return each > 0 && turn % each === 0
}

export const dealEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/positions',
    versions: [1, 2],
    purpose: 'other',
    answer: ({ book, account, request }) => {
      const short = shortMarkets(book)
      const view = versionOf(request) === 1 ? oldPositionView : positionView
      const listed = isEmptyTurn(book) ? [] : listedPositions(book, account)
      return ok({ positions: listed.map((position) => view(short, position)) })
    },
  },
  {
    method: 'GET',
    path: '/positions/:dealId',
    versions: [1, 2],
    purpose: 'other',
    answer: ({ book, account, parts, request }) => {
      const position = listedPositions(book, account).find(({ dealId }) => dealId === parts.dealId)
      if (!position) throw new WireError(404, 'error.position.notfound')
      return ok((versionOf(request) === 1 ? oldPositionView : positionView)(shortMarkets(book), position))
    },
  },
  {
    method: 'POST',
    path: '/positions/otc',
    versions: [1, 2],
    purpose: 'trading',
    answer: ({ book, account, request }) =>
      received(openPosition(book, account, ofKnownMarket(readOpening(bodyOf(request))))),
  },
  {
    method: 'PUT',
    path: '/positions/otc/:dealId',
    versions: [1, 2],
    purpose: 'trading',
    answer: ({ book, account, request, parts }) =>
      received(amendPosition(book, account, parts.dealId as string, readPositionChange(bodyOf(request)))),
  },
  {
    method: 'DELETE',
    path: '/positions/otc',
    versions: [1],
    purpose: 'trading',
    answer: ({ book, account, request }) => {
      // IG ignores the body of a real DELETE, and reports the fields of the body as missing.
      if (request.isBareDelete) throw new WireError(400, 'validation.null-not-allowed.request')
      return received(closePosition(book, account, readClosing(bodyOf(request))))
    },
  },
  {
    method: 'GET',
    path: '/workingorders',
    versions: [1, 2],
    purpose: 'other',
    answer: ({ book, account, request }) => {
      const short = shortMarkets(book)
      const view = versionOf(request) === 1 ? oldOrderView : orderView
      return ok({ workingOrders: listedOrders(book, account).map((order) => view(short, order)) })
    },
  },
  {
    method: 'POST',
    path: '/workingorders/otc',
    versions: [1, 2],
    purpose: 'trading',
    answer: ({ book, account, request }) =>
      received(placeOrder(book, account, ofKnownMarket(readNewOrder(bodyOf(request))))),
  },
  {
    method: 'PUT',
    path: '/workingorders/otc/:dealId',
    versions: [1, 2],
    purpose: 'trading',
    answer: ({ book, account, request, parts }) =>
      received(amendOrder(book, account, parts.dealId as string, readOrderChange(bodyOf(request)))),
  },
  {
    method: 'DELETE',
    path: '/workingorders/otc/:dealId',
    versions: [1, 2],
    purpose: 'trading',
    answer: ({ book, account, parts }) => received(deleteOrder(book, account, parts.dealId as string)),
  },
  {
    method: 'GET',
    path: '/repeat-dealing-window',
    versions: [1],
    purpose: 'other',
    answer: () => ok({ repeatDealingWindow: twinGuard }),
  },
  {
    method: 'GET',
    path: '/confirms/:dealReference',
    versions: [1],
    purpose: 'other',
    answer: ({ book, account, parts }) => {
      const confirm = readConfirm(book, account, parts.dealReference as string)
      if (!confirm) throw new WireError(404, 'error.confirms.deal-not-found')
      return ok(confirmView(confirm))
    },
  },
]
