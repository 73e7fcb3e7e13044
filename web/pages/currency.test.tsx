import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aTrade } from '../../infra/dev/testing/example-journal.ts'
import { anInstrument, aPosition, pageOf, someAlerts, someBrokerAccount } from '../testing/examples.ts'
import { answerEmpty, open, signIn } from '../testing/render.tsx'
import { answer, requestsTo } from '../testing/server.ts'

const igEpic = 'UA.D.AAPL.DAILY.IP'
const apple = aPosition({ igEpic, pointValue: 1 })
const notPhone = window.matchMedia('')

describe.each([
  // The columns: account currency, profit, total at the stops, and a loss.
  ['EUR', '€49.67', '€620.00', '€40.50'],
  ['USD', 'US$49.67', 'US$620.00', 'US$40.50'],
  ['JPY', 'JP¥50', 'JP¥620', 'JP¥41'],
  [null, '49.67', '620.00', '40.50'],
] as const)('the account currency %s', (currency, profit, atStop, loss) => {
  const shown = () => document.body.textContent

  beforeEach(() => {
    answerEmpty()
    signIn()
    answer('getBrokerAccount', someBrokerAccount({ currency }))
    answer('listPositions', pageOf([apple]))
  })

  afterEach(() => {
    expect(document.title + shown()).not.toContain('£')
    expect(requestsTo('getBrokerAccount')).toHaveLength(1)
  })

  it('sets the symbol of amounts, or no symbol if it is null, in positions, their total, the tab’s title, and Stop and close', async () => {
    const { user } = open('/dashboard/positions')
    await waitFor(() => expect(document.title).toBe(`+${profit} · Positions · Signalpost`))
    await waitFor(() =>
      expect(shown()).toContain(`1 open, total result +${profit}, at their stops −${atStop}`),
    )
    expect(await screen.findByRole('row', { name: /NASDAQ:AAPL/ })).toHaveTextContent(`+${profit} +0.50%`)
    await user.click(screen.getByRole('button', { name: 'Stop and close…' }))
    expect(await screen.findByText(/that is a profit of/)).toHaveTextContent(`a profit of ${profit} in total`)
  })

  it('sets the symbol of amounts, or no symbol if it is null, in the positions on a phone', async () => {
    const phone = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => ({ ...notPhone, media: query, matches: query.includes('max-width') }))
    open('/dashboard/positions')
    const line = await screen.findByRole('listitem')
    await waitFor(() => expect(line).toHaveTextContent(`+${profit}+0.19 R`))
    phone.mockRestore()
  })

  it('sets the symbol of amounts, or no symbol if it is null, in the overview’s open positions and charts', async () => {
    const { user, queries } = open('/dashboard/overview')
    const tile = (await screen.findByRole('heading', { name: 'Open positions by result' })).closest('section')
    await waitFor(() => expect(tile?.textContent.split(`+${profit}`)).toHaveLength(3))
    expect(await screen.findByRole('img', { name: /^Equity since/ })).toBeVisible()
    await user.click(screen.getByRole('radio', { name: 'Open profit' }))
    answer('listPositions', pageOf([{ ...apple, profitLoss: -40.5 }]))
    await act(() => queries.refetchQueries({ queryKey: ['positions'] }))
    expect(await screen.findByRole('img', { name: /^Profit and loss of the open/ })).toHaveAccessibleName(
      expect.stringContaining(`: −${loss} now, between −${loss} and ${profit}.`),
    )
  })

  it('sets the symbol of amounts, or no symbol if it is null, in an instrument’s open positions and trades', async () => {
    answer('searchInstruments', pageOf([anInstrument({ marketAndSymbol: 'NASDAQ:AAPL', igEpic })]))
    answer('listTrades', { ...pageOf([aTrade({ result: 49.67 })]), sum: 49.67, currency })
    answer('listAlerts', someAlerts())
    open('/dashboard/instruments/NASDAQ%3AAAPL')
    const link = await screen.findByRole('link', { name: 'BUY 0.43 NASDAQ:AAPL' })
    await waitFor(() => expect(link.closest('li')).toHaveTextContent(`+${profit}`))
    expect(await screen.findByText(/^1 in the journal/)).toHaveTextContent(`total result +${profit}`)
  })
})
