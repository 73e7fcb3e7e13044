import { accountsOf, type Book } from '../book/book.ts'
import { balanceOf } from '../book/money.ts'
import { bodyOf, type Endpoint, type OpenEndpoint, versionOf } from './endpoint.ts'
import { flag, required, requiredText } from './read-deals.ts'
import type { Session } from './sessions.ts'
import { ok, WireError } from './wire.ts'

const tokenHeaders = ({ cst, securityToken }: Session) => ({ cst, 'x-security-token': securityToken })

const oauthView = ({ access, refresh }: Session) => ({
  access_token: access,
  refresh_token: refresh,
  scope: 'profile',
  token_type: 'Bearer',
  expires_in: '60',
})

const environmentView = ({ settings }: Book) => ({
  dealingEnabled: settings.dealingEnabled,
  hasActiveDemoAccounts: true,
  hasActiveLiveAccounts: true,
})

/** A list with the user's ISA; empty unless the setting `isaListed` is on. */
const isaOf = ({ settings }: Book, identifier: string) =>
  settings.isaListed
    ? [
        {
          accountId: `${identifier.toUpperCase()}-ISA`,
          accountName: 'ISA',
          preferred: false,
          accountType: 'PHYSICAL',
        },
      ]
    : []

export const openEndpoints: readonly OpenEndpoint[] = [
  {
    method: 'POST',
    path: '/session',
    versions: [1, 2, 3],
    answer: ({ book, sessions, allowances, request, apiKey }) => {
      const body = bodyOf(request)
      const identifier = requiredText(body, 'identifier', /^[A-Za-z0-9\-_]{1,30}$/, 'authenticationRequest')
      required(body, 'password', 'authenticationRequest')
      allowances.spend('other', apiKey, `login ${identifier}`)
      const session = sessions.logIn(identifier, versionOf(request))
      const accounts = accountsOf(book, identifier)
      const [preferred] = accounts
      if (versionOf(request) === 3)
        return ok({
          clientId: identifier,
          accountId: preferred.accountId,
          timezoneOffset: book.settings.timezoneOffset,
          lightstreamerEndpoint: null,
          oauthToken: oauthView(session),
        })
      return ok(
        {
          accountType: preferred.accountType,
          accountInfo: balanceOf(book, preferred),
          currencyIsoCode: 'GBP',
          currencySymbol: '£',
          currentAccountId: preferred.accountId,
          lightstreamerEndpoint: null,
          accounts: [
            ...accounts.map((account) => {
              const { accountId, accountType } = account
              return {
                accountId,
                accountName: nameOf(accountType),
                preferred: account === preferred,
                accountType,
              }
            }),
            ...isaOf(book, identifier),
          ],
          clientId: identifier,
          timezoneOffset: book.settings.timezoneOffset,
          ...environmentView(book),
          trailingStopsEnabled: preferred.trailingStopsEnabled,
          reroutingEnvironment: null,
        },
        tokenHeaders(session),
      )
    },
  },
  {
    method: 'POST',
    path: '/session/refresh-token',
    versions: [1],
    answer: ({ sessions, request }) => ok(oauthView(sessions.refresh(bodyOf(request).refresh_token))),
  },
]

const nameOf = (accountType: 'SPREADBET' | 'CFD') => (accountType === 'CFD' ? 'CFD' : 'Spread bet')

export const sessionEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/session',
    versions: [1],
    purpose: 'other',
    answer: ({ book, request, session, account }) =>
      ok(
        {
          accountId: account.accountId,
          clientId: session.identifier,
          currency: 'GBP',
          lightstreamerEndpoint: null,
          locale: 'en_GB',
          timezoneOffset: book.settings.timezoneOffset,
        },
        request.query.get('fetchSessionTokens') === 'true' ? tokenHeaders(session) : undefined,
      ),
  },
  {
    method: 'PUT',
    path: '/session',
    versions: [1],
    purpose: 'other',
    answer: ({ book, sessions, request, session }) => {
      const accountId = requiredText(
        bodyOf(request),
        'accountId',
        /^[A-Za-z0-9-]{1,30}$/,
        'accountSwitchRequest',
      )
      if (request.headers.authorization) throw new WireError(400, 'invalid.input')
      sessions.switchAccount(session, accountId)
      const account = accountsOf(book, session.identifier).find((each) => each.accountId === accountId)
      return ok(
        { ...environmentView(book), trailingStopsEnabled: account?.trailingStopsEnabled ?? false },
        { 'x-security-token': session.securityToken },
      )
    },
  },
  {
    method: 'DELETE',
    path: '/session',
    versions: [1],
    purpose: 'other',
    answer: ({ sessions, session }) => {
      sessions.end(session)
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: '/accounts',
    versions: [1],
    purpose: 'other',
    answer: ({ book, session }) => {
      const accounts = accountsOf(book, session.identifier)
      return ok({
        accounts: [
          ...accounts.map((account) => ({
            accountId: account.accountId,
            accountName: nameOf(account.accountType),
            accountAlias: null,
            status: book.settings.dealingEnabled ? 'ENABLED' : 'SUSPENDED_FROM_DEALING',
            accountType: account.accountType,
            preferred: account === accounts[0],
            balance: balanceOf(book, account),
            currency: 'GBP',
            canTransferFrom: true,
            canTransferTo: true,
          })),
          ...isaOf(book, session.identifier).map((isa) => ({
            ...isa,
            accountAlias: null,
            status: 'ENABLED',
            balance: { balance: 0, deposit: 0, profitLoss: 0, available: 0 },
            currency: 'GBP',
            canTransferFrom: true,
            canTransferTo: true,
          })),
        ],
      })
    },
  },
  {
    method: 'GET',
    path: '/accounts/preferences',
    versions: [1],
    purpose: 'other',
    answer: ({ account }) => ok({ trailingStopsEnabled: account.trailingStopsEnabled }),
  },
  {
    method: 'PUT',
    path: '/accounts/preferences',
    versions: [1],
    purpose: 'other',
    answer: ({ book, request, account }) => {
      account.trailingStopsEnabled = flag(bodyOf(request), 'trailingStopsEnabled')
      book.revision += 1
      return ok({ status: 'SUCCESS' })
    },
  },
]
