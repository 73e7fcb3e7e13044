import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { defaultStrategyRules } from '../../shared/strategies/strategy-rules.ts'
import type { Strategies, StrategyMarket } from '../../shared/strategies/strategy.schema.ts'
import { aJournal } from '../../infra/dev/testing/example-journal.ts'
import { anAlertLine, someAlerts, someBrokerAccount } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, refuse, requestsTo } from '../testing/server.ts'

const market = (marketAndSymbol: string, own: Partial<StrategyMarket> = {}): StrategyMarket => ({
  marketAndSymbol,
  said: { position: 'long', size: '2', at: '2026-11-21T09:00:00.000Z', alertId: 'A' },
  followedAt: '2026-11-21T09:00:00.000Z',
  held: { side: 'long', size: '0.86', orders: 0 },
  ...own,
})

const shown = (own: Partial<Strategies> = {}) => {
  signIn()
  answer('getJournal', aJournal())
  answer('listAlerts', someAlerts())
  answer('listStrategies', {
    mode: 'DEMO',
    results: [
      {
        strategy: 'orb',
        rules: defaultStrategyRules,
        lastAlertAt: '2026-11-21T09:00:00.000Z',
        lastGapHours: 5,
        markets: [
          market('LSE:VOD'),
          market('NYSE:KO', { held: { side: 'flat', size: '0', orders: 0 } }),
          market('NYSE:GE', { said: { ...market('').said, position: 'flat', size: null } }),
        ],
      },
    ],
    ...own,
  })
  return open('/dashboard/strategies')
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement)

describe('the strategies page', () => {
  it('shows each strategy’s position at TradingView and at IG', async () => {
    shown()
    expect((await rowOf('LSE:VOD')).getByText('In sync')).toBeVisible()
    expect((await rowOf('LSE:VOD')).getByText('TradingView: long 2, IG: long 0.86')).toBeVisible()
    const drifted = await rowOf('NYSE:KO')
    expect(drifted.getByText('Out of sync')).toBeVisible()
    expect(drifted.getByText('TradingView: long 2, IG: flat')).toBeVisible()
  })

  it('shows sizes with thousands separators', async () => {
    shown({
      results: [
        {
          strategy: 'orb',
          rules: defaultStrategyRules,
          lastAlertAt: '2026-11-21T09:00:00.000Z',
          lastGapHours: 5,
          markets: [market('LSE:VOD', { held: { side: 'long', size: '12500.5', orders: 0 } })],
        },
      ],
    })
    expect((await rowOf('LSE:VOD')).getByText('TradingView: long 2, IG: long 12,500.5')).toBeVisible()
  })

  it.each([
    ['NYSE:KO', 'Mark as flat', /We’ll treat the strategy as flat there/],
    ['NYSE:GE', 'Close position', /closes the strategy’s long position of 0.86 on NYSE:GE/],
  ])('brings a strategy on %s back in sync with the button “%s”', async (name, button, words) => {
    const { user } = shown()
    answer('exitStrategy', { message: 'Exit sent. The result will appear in the log shortly' })
    await user.click((await rowOf(name)).getByRole('button', { name: button.replace(' position', '') }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(words)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: button }))
    await waitFor(() =>
      expect(requestsTo('exitStrategy')).toEqual([
        { strategy: 'orb', marketAndSymbol: name, mode: 'DEMO', from: 'long' },
      ]),
    )
  })

  it('names both sides before it closes the positions of a strategy that is long and short', async () => {
    const { user } = shown({
      results: [
        {
          strategy: 'orb',
          rules: defaultStrategyRules,
          lastAlertAt: null,
          lastGapHours: null,
          markets: [market('LSE:VOD', { held: { side: 'both', size: '3', orders: 0 } })],
        },
      ],
    })
    await user.click((await rowOf('LSE:VOD')).getByRole('button', { name: 'Close' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/closes the strategy’s long and short positions of 3 on LSE:VOD/)).toBeVisible()
  })

  it('saves rules for each strategy, and rejects a value out of bounds', async () => {
    const { user } = shown()
    answer('saveStrategy', { message: 'Strategy rules saved' })
    await user.click(await screen.findByText('Rules for orb'))
    const size = await screen.findByLabelText('Size (percent)')
    await user.clear(size)
    await user.type(size, '500')
    expect(screen.getByText('Must be a whole number from 1 to 100')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save rules for orb' }))
    expect(requestsTo('saveStrategy')).toEqual([])
    await user.clear(size)
    await user.type(size, '50')
    const loss = screen.getByLabelText('Loss today')
    await user.type(loss, '120')
    await user.selectOptions(screen.getByLabelText('Unit of loss today'), 'PERCENT')
    expect(screen.getByText('Must be above 0 and at most 100 percent')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save rules for orb' }))
    expect(requestsTo('saveStrategy')).toEqual([])
    await user.clear(loss)
    await user.type(screen.getByLabelText('Maximum positions and orders'), '2')
    await user.click(screen.getByLabelText('Pause orb'))
    await user.selectOptions(screen.getByLabelText('If TradingView and IG disagree'), 'FOLLOW')
    await user.type(screen.getByLabelText('Break-even after (× risk)'), '1.5')
    await user.type(screen.getByLabelText('Notify me after no alerts for (hours)'), '8')
    expect(screen.getByText(/This strategy’s last two alerts were 5 hours apart/)).toBeVisible()
    await user.type(screen.getByLabelText('Trailing distance (points)'), '30')
    await user.clear(screen.getByLabelText('Trailing step (points)'))
    await user.type(screen.getByLabelText('Trailing step (points)'), '5')
    fireEvent.change(screen.getByLabelText('Alert expires on'), { target: { value: '2027-01-20' } })
    fireEvent.change(screen.getByLabelText('Close all at'), { target: { value: '15:55' } })
    await user.selectOptions(screen.getByLabelText('Time zone'), 'America/New_York')
    await user.click(screen.getByRole('button', { name: 'Save rules for orb' }))
    await waitFor(() =>
      expect(requestsTo('saveStrategy')).toEqual([
        {
          strategy: 'orb',
          ...defaultStrategyRules,
          paused: true,
          sizePercent: 50,
          maximumPositions: 2,
          outOfStep: 'FOLLOW',
          breakEvenAfter: 1.5,
          silentAfterHours: 8,
          trail: { distance: 30, step: 5 },
          expiresOn: '2027-01-20',
          flatAt: { time: '15:55', zone: 'America/New_York', days: 'WEEKDAYS' },
        },
      ]),
    )
  })

  it('shows the strategies with their rules if IG cannot be read', async () => {
    shown({
      unreadable: 'IG didn’t respond',
      results: [
        {
          strategy: '',
          rules: defaultStrategyRules,
          lastAlertAt: null,
          lastGapHours: null,
          markets: [market('LSE:VOD', { held: null, followedAt: null })],
        },
      ],
    })
    expect(await screen.findByText(/Couldn’t read your IG account: IG didn’t respond/)).toBeVisible()
    expect(screen.getByText('Untagged alerts')).toBeVisible()
    expect(screen.getByText('Unknown')).toBeVisible()
  })

  it('compares strategies by position, month, last alert and limits, and unfolds the strategy that the user clicks', async () => {
    const strategy = (name: string, markets: readonly StrategyMarket[]) => ({
      strategy: name,
      rules: defaultStrategyRules,
      lastAlertAt: '2026-11-21T09:00:00.000Z',
      lastGapHours: 5,
      markets: [...markets],
    })
    const drifted = market('NYSE:KO', { held: { side: 'flat', size: '0', orders: 0 } })
    const { user } = shown({
      results: [strategy('orb', [market('LSE:VOD')]), strategy('trend', [market('LSE:VOD'), drifted])],
    })
    const [group] = aJournal().breakdowns.strategy
    const month = { ...group!, key: 'orb', count: 14, sum: 120.5, wins: 8, losses: 6, averageR: 0.3 }
    const journal = aJournal()
    answer('getJournal', { ...journal, breakdowns: { ...journal.breakdowns, strategy: [month] } })
    answer('listAlerts', someAlerts(anAlertLine({ strategy: 'orb', outcome: 'PLACED' })))
    const limit = { strategy: 'orb', isEstimate: false, isReached: false, sentence: '' }
    answer(
      'getBrokerAccount',
      someBrokerAccount({
        limits: {
          readAt: '2026-11-21T09:00:00.000Z',
          currency: 'GBP',
          limits: [
            { ...limit, key: 'lossToday orb', limit: 'lossToday', unit: 'MONEY', used: 34, most: 250 },
          ],
          openRisk: null,
        },
      }),
    )
    const row = await screen.findByRole('row', { name: /^orb/ })
    await waitFor(() =>
      expect(
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ).toEqual([
        'long 0.86 / long 2 ✓',
        '+£120.5057.1% won',
        '14',
        '57.1%',
        '+0.3 R',
        '21 Nov 2026, 9:00 AMPLACED',
        'Loss today £34.00 of £250.00',
      ]),
    )
    const other = screen.getByRole('row', { name: /^trend/ })
    expect(
      within(other)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(0, 3),
    ).toEqual(['1 of 2 out of sync ✗', '–', '–'])
    expect(screen.queryByText('Rules for trend')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'trend' }))
    expect(screen.getByText('Rules for trend')).toBeVisible()
    expect((await rowOf('NYSE:KO')).getByText('Out of sync')).toBeVisible()
  })

  it('explains that a strategy appears after its first alert', async () => {
    shown({ results: [] })
    expect(await screen.findByText(/appears here after its first alert/)).toBeVisible()
  })

  it('reports that the strategies could not be loaded', async () => {
    signIn()
    refuse('listStrategies', 'TRY_AGAIN', 'Try again')
    open('/dashboard/strategies')
    expect(await screen.findByText('Error loading strategies')).toBeVisible()
  })
})
