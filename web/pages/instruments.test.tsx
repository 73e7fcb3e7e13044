import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { anInstrument, pageOf } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, answerFile, fail, hold, refuse, requestsTo } from '../testing/server.ts'

const address = '/dashboard/instruments'
const vodafone = anInstrument()
const apple = anInstrument({
  id: 'instrument-2',
  marketAndSymbol: 'NASDAQ:AAPL',
  igEpic: '',
  yahooSymbol: '',
  maxPositionSize: '12500.6',
  tradingViewPriceMultiplier: '0.001',
  nextDividendDate: '2026-12-09',
})

type Enlarging = 'uploadInstruments' | 'updateInstrument'

const askForProof = (name: Enlarging) =>
  refuse(name, 'STEP_UP_REQUIRED', 'Confirm it’s you', { password: true, totp: false, passkey: false })

/** Confirms the user's identity with the password, and sets the answer to the call that is then repeated. */
const prove = async <Name extends Enlarging>(
  { user }: Pick<Awaited<ReturnType<typeof opened>>, 'user'>,
  name: Name,
  body: Parameters<typeof answer<Name>>[1],
) => {
  const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  answer('stepUp', { message: 'Confirmed' })
  answer(name, body)
  await user.type(within(dialog).getByLabelText('Password'), 'Right-Pass-1{Enter}')
  await waitFor(() => expect(requestsTo(name)).toHaveLength(2))
}

const opened = async () => {
  signIn()
  answer('listInstruments', pageOf([vodafone, apple]))
  const page = open(address)
  await screen.findByText('LSE:VOD')
  return page
}

const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('the instruments page', () => {
  it('shows each instrument with its settings', async () => {
    await opened()
    expect(screen.getByText('View and edit your trading instruments and ticker data')).toBeVisible()
    expect(cellsOf(/LSE:VOD/)).toEqual([
      'LSE:VOD',
      'KA.D.VOD.DAILY.IP',
      'VOD.L',
      '14',
      '200.00',
      '10',
      '400.50',
      '10,000',
      '100.20',
      '1.00',
      'N/A',
      'Edit',
    ])
    expect(cellsOf(/NASDAQ:AAPL/).slice(7, 11)).toEqual(['12,501', '100.20', '0.001', '9 Dec 2026'])
  })

  it('searches for the term in the address when it opens', async () => {
    signIn()
    answer('searchInstruments', pageOf([apple]))
    open(`${address}?q=aapl`)
    expect(await screen.findByText('NASDAQ:AAPL')).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Search instruments' })).toHaveValue('aapl')
    expect(requestsTo('searchInstruments')).toEqual([{ q: 'aapl', offset: 0, limit: 20 }])
    expect(requestsTo('listInstruments')).toEqual([])
  })

  it('offers to add a searched symbol that isn’t in the list', async () => {
    signIn()
    answer('searchInstruments', pageOf([]))
    const { user } = open(`${address}?q=lse:ulvr`)
    await user.click(await screen.findByRole('button', { name: 'Add LSE:ULVR' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add instrument' })
    expect(await within(dialog).findByLabelText('Market and symbol')).toHaveValue('LSE:ULVR')
  })

  it('does not offer to add a search term that is not a symbol', async () => {
    signIn()
    answer('searchInstruments', pageOf([]))
    open(`${address}?q=ulvr`)
    expect(await screen.findByText('No results.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Add ULVR/i })).toBeNull()
  })

  it('sends one search for a word that the user types without a pause, and returns to the first page', async () => {
    signIn()
    answer('listInstruments', pageOf([vodafone, apple], 45))
    answer('searchInstruments', pageOf([apple]))
    const { user, address: where } = open(`${address}?page=2`)
    await screen.findByText('LSE:VOD')
    await user.type(screen.getByRole('searchbox', { name: 'Search instruments' }), 'aapl')
    await waitFor(() => expect(screen.queryByText('LSE:VOD')).toBeNull())
    expect(requestsTo('searchInstruments')).toEqual([{ q: 'aapl', offset: 0, limit: 20 }])
    expect(where()).toBe(`${address}?q=aapl`)
  })

  it('says why the list could not be loaded', async () => {
    signIn()
    fail('listInstruments', 404)
    open(address)
    expect(await screen.findByText('Error loading instruments')).toBeVisible()
    expect(screen.getByText('Something went wrong')).toBeVisible()
  })

  it('downloads the list as a file', async () => {
    const { user } = await opened()
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    answerFile('exportInstruments', 'Market and Symbol\nLSE:VOD\n', 'instruments-2026.csv')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('instruments-2026.csv')
    saved.mockRestore()
  })
})

describe('the upload section', () => {
  const csv = (name = 'mine.csv') => new File(['Market and Symbol\nLSE:VOD\n'], name, { type: 'text/csv' })
  const uploadButton = () => screen.getByRole('button', { name: 'Upload CSV' })
  const changes = {
    added: 0,
    changed: 1,
    removed: 22,
    rows: [
      { kind: 'removed' as const, marketAndSymbol: 'NASDAQ:AAPL', details: [] },
      { kind: 'changed' as const, marketAndSymbol: 'LSE:VOD', details: ['Max Position Size: 100 → 7'] },
    ],
  }
  /** Clicks the upload button and confirms the preview. */
  const uploadAll = async ({ user }: Awaited<ReturnType<typeof opened>>) => {
    answer('previewInstruments', changes)
    await user.click(uploadButton())
    await user.click(await screen.findByRole('button', { name: 'Replace list' }))
  }

  it('previews the changes, and makes them only after the user has confirmed them', async () => {
    const { user } = await opened()
    answer('previewInstruments', changes)
    await user.upload(screen.getByLabelText('CSV file'), csv())
    await user.click(uploadButton())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Replace your list?' }))
    expect(dialog.getByText('This file adds 0 instruments, changes 1 and removes 22.')).toBeVisible()
    expect(dialog.getByText('Max Position Size: 100 → 7')).toBeVisible()
    expect(dialog.getByText('And 21 more.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requestsTo('uploadInstruments')).toEqual([])
    expect(uploadButton()).toBeEnabled()
  })

  it('restores an earlier list after the user has confirmed the restore', async () => {
    answer('listEarlierInstruments', {
      lists: [{ id: '2026-11-20T15:00:00.000Z', replacedAt: '2026-11-20T15:00:00.000Z', instruments: 23 }],
    })
    const { user } = await opened()
    await user.click(await screen.findByRole('button', { name: /^Restore the list of 20 Nov 2026/ }))
    answer('restoreInstruments', { message: 'List restored: 22 added, 0 changed, 1 removed' })
    await user.click(await screen.findByRole('button', { name: 'Restore list' }))
    expect(await screen.findByText(/^List restored/)).toBeVisible()
    expect(requestsTo('restoreInstruments')).toEqual([{ id: '2026-11-20T15:00:00.000Z' }])
  })

  it('asks for a file, and rejects a file that is not CSV', async () => {
    const { user } = await opened()
    await user.click(uploadButton())
    expect(await screen.findByText('Please select a file')).toBeVisible()
    fireEvent.change(screen.getByLabelText('CSV file'), { target: { files: [csv('mine.xlsx')] } })
    await user.click(uploadButton())
    expect(await screen.findByText('Please select a CSV file')).toBeVisible()
    expect(screen.getByLabelText('CSV file')).toHaveAttribute('accept', '.csv')
    expect(requestsTo('uploadInstruments')).toEqual([])
  })

  it('sends the file, shows the new list and empties the field', async () => {
    const page = await opened()
    const release = hold('uploadInstruments')
    await page.user.upload(screen.getByLabelText('CSV file'), csv('MINE.CSV'))
    await uploadAll(page)
    expect(await screen.findByRole('button', { name: 'Uploading...' })).toBeDisabled()
    expect(screen.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
    answer('listInstruments', pageOf([apple]))
    release({ message: '1 instrument uploaded successfully' })
    expect(await screen.findByText('1 instrument uploaded successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('LSE:VOD')).toBeNull())
    expect(screen.getByLabelText('CSV file')).toHaveValue('')
    expect(requestsTo('uploadInstruments')).toEqual([{ file: 'Market and Symbol\nLSE:VOD\n' }])
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  })

  it('asks the user to confirm their identity if a size grows, and then sends the file again', async () => {
    const page = await opened()
    askForProof('uploadInstruments')
    await page.user.upload(screen.getByLabelText('CSV file'), csv())
    await uploadAll(page)
    await prove(page, 'uploadInstruments', { message: '1 instrument uploaded successfully' })
    expect(await screen.findByText('1 instrument uploaded successfully')).toBeVisible()
  })

  it('reports that the file has changed on disk, and sends it when the user selects it again', async () => {
    const page = await opened()
    const { user } = page
    const changed = csv()
    changed.arrayBuffer = () => Promise.reject(new DOMException('Could not be read', 'NotReadableError'))
    answer('uploadInstruments', { message: '1 instrument uploaded successfully' })
    await user.upload(screen.getByLabelText('CSV file'), changed)
    await user.click(uploadButton())
    expect(
      await screen.findByText('Upload failed: The file has changed since you selected it. Select it again'),
    ).toBeVisible()
    expect(requestsTo('uploadInstruments')).toEqual([])
    expect(screen.getByLabelText('CSV file')).toHaveValue('')
    await user.upload(screen.getByLabelText('CSV file'), csv())
    await uploadAll(page)
    expect(await screen.findByText('1 instrument uploaded successfully')).toBeVisible()
  })

  it('lists the invalid cells by row and column', async () => {
    const { user } = await opened()
    refuse('previewInstruments', 'INVALID_CSV', '60 cells are wrong, so nothing was changed.', {
      problems: [
        { row: 2, column: 'Max Position Size', problem: 'Must be a number above 0' },
        { row: 9, column: '', problem: 'This is not a CSV file' },
        ...Array.from({ length: 14 }, (_, index) => ({
          row: index + 2,
          column: 'ATR Stop Loss Period',
          problem: 'Must be a whole number from 1 to 100',
        })),
      ],
      count: 60,
    })
    await user.upload(screen.getByLabelText('CSV file'), csv())
    await user.click(uploadButton())
    expect(
      await screen.findByText('Upload failed: 60 cells are wrong, so nothing was changed.'),
    ).toBeVisible()
    const problems = within(await screen.findByRole('table', { name: 'Problems in the file' }))
    expect(problems.getByRole('row', { name: '2 Max Position Size Must be a number above 0' })).toBeVisible()
    expect(problems.getByRole('row', { name: '9 – This is not a CSV file' })).toBeVisible()
    // Rows with the same problem are combined into one line.
    expect(problems.getByRole('row', { name: /^2, 3, 4 and 11 more ATR Stop Loss Period/ })).toBeVisible()
    expect(screen.getByText(/60 cells have problems\. The first 16 are shown\./)).toBeVisible()
  })
})

describe('the button that fetches dividend dates', () => {
  it('tells the user that the dates are fetched in the background', async () => {
    const { user } = await opened()
    const release = hold('fetchDividendDates')
    await user.click(screen.getByRole('button', { name: 'Fetch dividend dates' }))
    expect(await screen.findByRole('button', { name: 'Fetching...' })).toBeDisabled()
    release({ message: 'It goes on in the background' })
    expect(await screen.findByText('Success!')).toBeVisible()
    expect(screen.getByText('It goes on in the background')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Fetch dividend dates' })).toBeEnabled()
  })

  it('tells the user why the dates could not be fetched', async () => {
    const { user } = await opened()
    refuse('fetchDividendDates', 'NOT_FOUND', 'There are no instruments yet')
    await user.click(screen.getByRole('button', { name: 'Fetch dividend dates' }))
    expect(
      await screen.findByText('Failed to fetch dividend dates: There are no instruments yet'),
    ).toBeVisible()
  })
})

describe('the form of an instrument', () => {
  const edit = async (name = 'LSE:VOD') => {
    const { user } = await opened()
    await user.click(screen.getByRole('button', { name: `Edit ${name}` }))
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Edit instrument' })) }
  }

  it('saves the changes and shows them', async () => {
    const { user, dialog } = await edit()
    const period = dialog.getByLabelText('ATR stop loss period')
    await user.clear(period)
    await user.type(period, '21')
    fireEvent.change(dialog.getByLabelText('Next dividend date'), { target: { value: '2027-01-05' } })
    const changed = { ...vodafone, atrStopLossPeriod: 21, nextDividendDate: '2027-01-05' }
    answer('updateInstrument', changed)
    answer('listInstruments', pageOf([changed, apple]))
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('5 Jan 2027')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(requestsTo('updateInstrument')).toEqual([changed])
  })

  it('asks the user to confirm their identity if a size grows, in a dialog above the form', async () => {
    const { user, dialog } = await edit()
    askForProof('updateInstrument')
    await user.clear(dialog.getByLabelText('Max position size'))
    await user.type(dialog.getByLabelText('Max position size'), '90000')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    await prove({ user }, 'updateInstrument', { ...vodafone, maxPositionSize: '90000' })
    expect(await screen.findByText('Instrument updated successfully')).toBeVisible()
  })

  it('does not overwrite a dividend date that was fetched while the form was open', async () => {
    const { user, dialog } = await edit()
    await user.clear(dialog.getByLabelText('Max position size'))
    await user.type(dialog.getByLabelText('Max position size'), '500')
    const fetched = { ...vodafone, maxPositionSize: '500', nextDividendDate: '2027-01-05' }
    answer('updateInstrument', fetched)
    answer('listInstruments', pageOf([fetched, apple]))
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('5 Jan 2027')).toBeVisible()
    const { nextDividendDate: _, ...others } = fetched
    expect(requestsTo('updateInstrument')).toEqual([others])
  })

  it('keeps what the user has typed when a late answer about another instrument arrives', async () => {
    const { user, dialog } = await edit()
    const release = hold('updateInstrument')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(requestsTo('updateInstrument')).toHaveLength(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Edit NASDAQ:AAPL' }))
    const other = within(await screen.findByRole('dialog'))
    await user.type(other.getByLabelText('IG epic'), 'UA.D.AAPL')
    release(vodafone)
    expect(await screen.findByText('Instrument updated successfully')).toBeVisible()
    expect(other.getByLabelText('IG epic')).toHaveValue('UA.D.AAPL')
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  it('removes the dividend date if the field is cleared', async () => {
    const { user, dialog } = await edit('NASDAQ:AAPL')
    fireEvent.change(dialog.getByLabelText('Next dividend date'), { target: { value: '' } })
    answer('updateInstrument', { ...apple, nextDividendDate: null })
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Instrument updated successfully')).toBeVisible()
    expect(requestsTo('updateInstrument')).toEqual([{ ...apple, nextDividendDate: null }])
  })

  it('says, like the table, that a fund has only the dividend date that the user enters', async () => {
    signIn()
    answer('listInstruments', pageOf([anInstrument({ isFund: true }), apple]))
    const { user } = open(address)
    await screen.findByText('LSE:VOD')
    expect(screen.getByText('N/A (fund)')).toHaveAttribute(
      'title',
      expect.stringContaining('Enter the next date yourself'),
    )
    await user.click(screen.getByRole('button', { name: 'Edit LSE:VOD' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit instrument' }))
    expect(dialog.getByText(/Yahoo has no dividend dates for funds/)).toBeVisible()
  })

  it('applies the same checks as the upload', async () => {
    const { user, dialog } = await edit()
    for (const [label, value] of [
      ['Market and symbol', ' '],
      ['IG epic', 'not an epic'],
      ['ATR profit target period', '101'],
      ['Max position size', '0'],
    ] as const) {
      await user.clear(dialog.getByLabelText(label))
      await user.type(dialog.getByLabelText(label), value)
    }
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByText('Market and symbol is required')).toBeVisible()
    expect(dialog.getByText('Must be an IG epic, such as CS.D.EURUSD.TODAY.IP')).toBeVisible()
    expect(dialog.getByLabelText('ATR profit target period')).toBeInvalid()
    expect(dialog.getByText('Must be a number above 0')).toBeVisible()
    expect(requestsTo('updateInstrument')).toEqual([])
  })

  it('shows the server’s error below the field', async () => {
    const { user, dialog } = await edit()
    refuse('updateInstrument', 'INVALID_REQUEST', 'This instrument cannot be saved', {
      market_and_symbol: 'LSE:VOD is in the list already',
    })
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByText('LSE:VOD is in the list already')).toBeVisible()
    expect(screen.getByText('Couldn’t update the instrument')).toBeVisible()
  })
})

describe('the search box', () => {
  it('is emptied when the search is no longer in the address', async () => {
    signIn()
    answer('listInstruments', pageOf([vodafone, apple]))
    answer('searchInstruments', pageOf([apple]))
    const { user } = open(`${address}?q=aapl`)
    await screen.findByText('NASDAQ:AAPL')
    await user.click(screen.getByRole('link', { name: /Instruments/ }))
    expect(await screen.findByText('LSE:VOD')).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Search instruments' })).toHaveValue('')
  })

  it('is filled in again when the user goes back to a search', async () => {
    signIn()
    answer('listInstruments', pageOf([vodafone, apple]))
    answer('searchInstruments', pageOf([apple]))
    const { user, back } = open(address)
    await screen.findByText('LSE:VOD')
    const box = screen.getByRole('searchbox', { name: 'Search instruments' })
    await user.type(box, 'aapl')
    await waitFor(() => expect(screen.queryByText('LSE:VOD')).toBeNull())
    await user.click(screen.getByRole('link', { name: /Instruments/ }))
    await waitFor(() => expect(box).toHaveValue(''))
    back()
    await waitFor(() => expect(box).toHaveValue('aapl'))
  })

  it('accepts at most the 100 characters that the server allows', async () => {
    const { user } = await opened()
    answer('searchInstruments', pageOf([]))
    const box = screen.getByRole('searchbox', { name: 'Search instruments' })
    await user.click(box)
    await user.paste('x'.repeat(101))
    expect(box).toHaveValue('x'.repeat(100))
    await waitFor(() => expect(requestsTo('searchInstruments')).toHaveLength(1))
  })
})

describe('an instrument', () => {
  const vodafone = {
    epic: 'KA.D.VOD.DAILY.IP',
    name: 'Vodafone Group PLC',
    country: 'GB',
    expiry: 'DFB',
    mid: 8840,
    isExact: true,
    because: 'ticker and exchange match IG’s codes (VOD.L, VOD, VOD-GB)',
    multiplier: '100',
  }
  const openAdding = async () => {
    signIn()
    answer('listInstruments', pageOf([anInstrument()]))
    const page = open('/dashboard/instruments')
    await page.user.click(await screen.findByRole('button', { name: 'Add instrument' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add instrument' }))
    await dialog.findByLabelText('Market and symbol')
    return { ...page, dialog }
  }

  it('is found at IG by its codes, completed with the Yahoo symbol and the multiplier, and added', async () => {
    const { user, dialog } = await openAdding()
    await user.type(dialog.getByLabelText('Market and symbol'), 'VOD')
    await user.click(dialog.getByRole('button', { name: 'Search IG' }))
    expect(dialog.getByText('Must be an exchange and a symbol such as NASDAQ:AAPL')).toBeVisible()
    expect(requestsTo('searchMarkets')).toEqual([])
    await user.clear(dialog.getByLabelText('Market and symbol'))
    await user.type(dialog.getByLabelText('Market and symbol'), 'LSE:VOD')
    answer('searchMarkets', {
      verdict: 'EXACT',
      why: 'Vodafone Group PLC: ticker and exchange agree',
      markets: [vodafone],
      yahooSymbol: 'VOD.L',
      exchangePrice: '88.42',
    })
    await user.click(dialog.getByRole('button', { name: 'Search IG' }))
    expect(await dialog.findByText('Last close 88.42 → IG 8,840: × 100')).toBeVisible()
    expect(dialog.getByLabelText('IG epic')).toHaveValue(vodafone.epic)
    expect(dialog.getByLabelText('Yahoo symbol')).toHaveValue('VOD.L')
    expect(dialog.getByLabelText('Price multiplier')).toHaveValue('100')
    answer('addInstrument', anInstrument())
    await user.click(dialog.getByRole('button', { name: 'Add instrument' }))
    expect(await screen.findByText('Instrument added successfully')).toBeVisible()
    expect(requestsTo('addInstrument')).toMatchObject([
      { marketAndSymbol: 'LSE:VOD', igEpic: vodafone.epic, tradingViewPriceMultiplier: '100' },
    ])
  })

  it('is completed with the market that the user selects if IG’s codes match several', async () => {
    const { user, dialog } = await openAdding()
    await user.type(dialog.getByLabelText('Market and symbol'), 'LSE:VOD')
    answer('searchMarkets', {
      verdict: 'CHOOSE',
      why: '2 IG markets match. Choose one',
      markets: [vodafone, { ...vodafone, epic: 'KA.D.VOD2.DAILY.IP', mid: null, multiplier: null }],
      yahooSymbol: '',
      exchangePrice: null,
    })
    await user.click(dialog.getByRole('button', { name: 'Search IG' }))
    expect(await dialog.findByText(/[Cc]hoose one/)).toBeVisible()
    expect(dialog.getByLabelText('IG epic')).toHaveValue('')
    await user.click(dialog.getByRole('button', { name: 'Use KA.D.VOD2.DAILY.IP' }))
    expect(dialog.getByLabelText('IG epic')).toHaveValue('KA.D.VOD2.DAILY.IP')
    expect(dialog.getByText('Selected')).toBeVisible()
  })

  it('can be searched for by name if IG finds nothing for its symbol', async () => {
    const { user, dialog } = await openAdding()
    const none = { verdict: 'NONE' as const, markets: [], yahooSymbol: '', exchangePrice: null }
    await user.type(dialog.getByLabelText('Market and symbol'), 'LSE:ZZZ')
    answer('searchMarkets', { ...none, why: 'IG found no market for this symbol' })
    await user.click(dialog.getByRole('button', { name: 'Search IG' }))
    await user.type(await dialog.findByLabelText('Name at IG'), 'Vodafone')
    answer('searchMarkets', { ...none, verdict: 'CHOOSE', why: 'IG found one market', markets: [vodafone] })
    await user.click(dialog.getByRole('button', { name: 'Search by name' }))
    await user.click(await dialog.findByRole('button', { name: `Use ${vodafone.epic}` }))
    expect(dialog.getByLabelText('IG epic')).toHaveValue(vodafone.epic)
    expect(requestsTo('searchMarkets')).toEqual([
      { market: 'LSE:ZZZ' },
      { market: 'LSE:ZZZ', term: 'Vodafone' },
    ])
  })

  it('is removed after a confirmation that mentions the earlier lists', async () => {
    signIn()
    const row = anInstrument({ marketAndSymbol: 'LSE:VOD' })
    answer('listInstruments', pageOf([row]))
    const { user } = open('/dashboard/instruments')
    await user.click(await screen.findByRole('button', { name: /Edit/ }))
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const asked = within(await screen.findByRole('alertdialog', { name: 'Remove LSE:VOD?' }))
    expect(asked.getByText(/Previous lists/)).toBeVisible()
    answer('removeInstrument', { message: 'LSE:VOD removed from your list' })
    await user.click(asked.getByRole('button', { name: 'Remove instrument' }))
    expect(await screen.findByText('LSE:VOD removed from your list')).toBeVisible()
    expect(requestsTo('removeInstrument')).toHaveLength(1)
  })
})
