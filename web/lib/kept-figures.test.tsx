import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../app/query-client.ts'
import { anUser, aPosition, pageOf, someSettings, someStats } from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, cut } from '../testing/server.ts'
import { isKeptCopy, keepFigures, restoreFigures } from './kept-figures.ts'

const secret = 'the-secret-of-the-webhook'
const kept = () => localStorage.getItem('signalpost-figures')
const isOnline = vi.spyOn(navigator, 'onLine', 'get')

const keep = (userId: string) => {
  const queries = createQueryClient()
  const stop = keepFigures(queries, { id: userId })
  const settings = someSettings({ demoWebhookSecret: secret, demoPassword: 'demo-password' })
  queries.setQueryData(['me'], anUser({ id: userId }))
  queries.setQueryData(['settings'], settings)
  queries.setQueryData(['stats'], someStats({ openPositionsCount: 7 }))
  queries.setQueryData(['tokens'], [{ token: 'sp_token' }])
  queries.setQueryData(['alerts', 'one', 'a1'], { raw: 'raw text' })
  dispatchEvent(new Event('pagehide'))
  return { queries, stop }
}

beforeEach(() => {
  localStorage.clear()
  isOnline.mockReturnValue(true)
})
afterEach(() => isOnline.mockReturnValue(true))

it('keepFigures stores figures, but no secret, token or raw alert', () => {
  keep('u1').stop()
  for (const text of [secret, 'demo-password', 'sp_token', 'raw text']) expect(kept()).not.toContain(text)
  const queries = createQueryClient()
  expect(restoreFigures(queries)).toBe(true)
  expect(queries.getQueryData(['stats'])).toMatchObject({ openPositionsCount: 7 })
  expect(isKeptCopy(queries.getQueryData(['settings'])!)).toBe(true)
  queries.clear()
})

it('restoreFigures shows nothing that is older than a day', () => {
  keep('u1').stop()
  expect(restoreFigures(createQueryClient(), Date.now() + 25 * 3_600_000)).toBe(false)
})

it('keepFigures removes the stored figures of another user', () => {
  keep('u1').stop()
  keepFigures(createQueryClient(), { id: 'u2' })()
  expect(kept()).toBeNull()
})

it('keepFigures stores nothing after a logout in another tab', () => {
  const { queries, stop } = keep('u1')
  localStorage.clear()
  queries.setQueryData(['stats'], someStats({ openPositionsCount: 8 }))
  dispatchEvent(new Event('pagehide'))
  expect(kept()).toBeNull()
  stop()
})

it('the app shows the last figures offline with their time, and clears them at logout', async () => {
  answerEmpty()
  signIn()
  answer('listPositions', pageOf([aPosition({ marketAndSymbol: 'NASDAQ:AAPL' })]))
  const first = open('/dashboard/positions')
  expect((await screen.findAllByText('NASDAQ:AAPL'))[0]).toBeVisible()
  act(() => void dispatchEvent(new Event('pagehide')))
  first.view.unmount()

  isOnline.mockReturnValue(false)
  for (const name of ['getMe', 'getSettings', 'getAppSettings', 'listPositions', 'getBrokerAccount'] as const)
    cut(name)
  const second = open('/dashboard/positions')
  expect((await screen.findAllByText('NASDAQ:AAPL'))[0]).toBeVisible()
  expect(screen.getByText(/^Offline\. Figures from \d{1,2}:\d\d (AM|PM)/)).toBeVisible()
  isOnline.mockReturnValue(true)
  answer('logout', { message: 'Bye' })
  await second.user.click(screen.getAllByRole('button', { name: 'Log out' })[0]!)
  await waitFor(() => expect(second.path()).toBe('/auth/login'))
  act(() => void dispatchEvent(new Event('pagehide')))
  expect(kept()).toBeNull()
})
