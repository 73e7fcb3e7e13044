import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { anUser, pageOf } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, answerFile, fail, hold, refuse, requestsTo } from '../testing/server.ts'

const address = '/dashboard/admin/users'
const grace = anUser({
  id: 'user-2',
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.test',
  mode: 'LIVE',
  lastLogin: null,
})

const openUsers = async () => {
  signIn({ user: { role: 'ADMIN' } })
  answer('listUsers', pageOf([anUser({ role: 'ADMIN' }), grace]))
  const page = open(address)
  await screen.findByRole('row', { name: /Grace/ })
  return page
}
const downloadEnded = () => waitFor(() => expect(screen.queryByText(/^Downloading logs/)).toBeNull())
const choose = async ({ user }: Awaited<ReturnType<typeof openUsers>>, action: string) => {
  await user.click(screen.getByRole('button', { name: 'Actions for Grace Hopper' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the users page', () => {
  it('lists all users', async () => {
    await openUsers()
    const cells = within(screen.getByRole('row', { name: /Grace/ })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent).slice(0, 7)).toEqual([
      'Grace',
      'Hopper',
      'grace@example.test',
      'USER',
      'LIVE',
      expect.stringMatching(/^1 Nov 2026, \d{1,2}:\d\d (AM|PM)$/),
      'Never',
    ])
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'First Name',
      'Last Name',
      'Email',
      'Role',
      'Mode',
      'Created At',
      'Last Login',
      'Actions',
    ])
    expect(requestsTo('listUsers')).toEqual([{ offset: 0, limit: 20 }])
  })

  it('searches on the server if the admin types into the search field', async () => {
    const { user, address: where } = await openUsers()
    await user.type(screen.getByPlaceholderText('Search users by name or email...'), 'grace')
    await waitFor(() => expect(requestsTo('listUsers').at(-1)).toEqual({ offset: 0, limit: 20, q: 'grace' }))
    expect(where()).toBe(`${address}?q=grace`)
  })

  it('shows an error if the users cannot be loaded', async () => {
    signIn({ user: { role: 'ADMIN' } })
    fail('listUsers', 404)
    open(address)
    expect(await screen.findByText('Error loading users')).toBeVisible()
    expect(screen.getByText('Something went wrong')).toBeVisible()
  })

  it('saves a changed user', async () => {
    const page = await openUsers()
    answer('updateUser', grace)
    await choose(page, 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit user' }))
    await page.user.clear(dialog.getByLabelText('First name'))
    await page.user.type(dialog.getByLabelText('First name'), 'Amazing Grace')
    await page.user.selectOptions(dialog.getByLabelText('Role'), 'Admin')
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('User updated successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requestsTo('updateUser')).toEqual([
      {
        id: 'user-2',
        firstName: 'Amazing Grace',
        lastName: 'Hopper',
        email: 'grace@example.test',
        role: 'ADMIN',
      },
    ])
    await waitFor(() => expect(requestsTo('listUsers')).toHaveLength(2))
  })

  // Each dialog is opened twice, because its code is loaded only the first time.
  it('returns the focus to the menu’s button if the user cancels', async () => {
    const page = await openUsers()
    for (const action of ['Edit', 'Edit', 'Delete', 'Delete']) {
      await choose(page, action)
      await screen.findByRole(action === 'Edit' ? 'dialog' : 'alertdialog')
      await page.user.keyboard('{Escape}')
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Actions for Grace Hopper' })).toHaveFocus(),
      )
    }
  })

  it('does not restore a role that another admin has removed while the dialog was open', async () => {
    const page = await openUsers()
    answer('updateUser', grace)
    answer('listUsers', pageOf([anUser({ role: 'ADMIN' }), { ...grace, role: 'ADMIN' }]))
    await act(() => page.queries.invalidateQueries({ queryKey: ['users'] }))
    await choose(page, 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit user' }))
    await page.user.type(await dialog.findByLabelText('First name'), ' B.')
    answer('listUsers', pageOf([anUser({ role: 'ADMIN' }), grace]))
    await act(() => page.queries.invalidateQueries({ queryKey: ['users'] }))
    await waitFor(() => expect(dialog.getByLabelText('Role')).toHaveValue('USER'))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requestsTo('updateUser')).toMatchObject([{ firstName: 'Grace B.', role: 'USER' }])
  })

  it('rejects a user without a name or with an invalid address', async () => {
    const page = await openUsers()
    await choose(page, 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit user' }))
    for (const label of ['First name', 'Last name', 'Email'])
      await page.user.clear(dialog.getByLabelText(label))
    await page.user.type(dialog.getByLabelText('Email'), 'grace')
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    for (const message of ['First name is required', 'Last name is required', 'Invalid email address'])
      expect(await dialog.findByText(message)).toBeVisible()
    expect(requestsTo('updateUser')).toEqual([])
  })

  it('deletes a user after the admin has confirmed the deletion', async () => {
    const page = await openUsers()
    answer('deleteUser', { message: 'Gone' })
    await choose(page, 'Delete')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete user' }))
    expect(dialog.getByText(/^This cannot be undone\./)).toHaveTextContent(
      /Grace Hopper.*permanently removed/,
    )
    expect(dialog.getByText(/Open positions and working orders at the broker are not affected/)).toBeVisible()
    await page.user.click(dialog.getByRole('button', { name: 'Delete user' }))
    expect(await screen.findByText('User deleted successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requestsTo('deleteUser')).toEqual([{ id: 'user-2' }])
  })

  it('keeps the dialog about one user open when a late answer about another user arrives', async () => {
    signIn({ user: { role: 'ADMIN' } })
    const alan = anUser({ id: 'user-3', firstName: 'Alan', lastName: 'Turing' })
    answer('listUsers', pageOf([grace, alan]))
    const page = open(address)
    await screen.findByRole('row', { name: /Grace/ })
    const release = hold('deleteUser')
    await choose(page, 'Delete')
    await page.user.click(await screen.findByRole('button', { name: 'Delete user' }))
    await waitFor(() => expect(requestsTo('deleteUser')).toHaveLength(1))
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await page.user.click(screen.getByRole('button', { name: 'Actions for Alan Turing' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText('Alan Turing')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Delete user' })).toBeEnabled()
    answer('listUsers', pageOf([alan]))
    release({ message: 'Gone' })
    await waitFor(() => expect(screen.queryByRole('row', { name: /Grace/, hidden: true })).toBeNull())
    expect(dialog.getByText('Alan Turing')).toBeVisible()
    expect(requestsTo('deleteUser')).toEqual([{ id: 'user-2' }])
  })

  it('deletes a user’s logs after the admin has confirmed the deletion', async () => {
    const page = await openUsers()
    answer('deleteUserLogs', { message: 'Gone' })
    await choose(page, 'Clear logs')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete user logs' }))
    expect(dialog.getByText(/All log entries for/)).toHaveTextContent(/permanently removed/)
    await page.user.click(dialog.getByRole('button', { name: 'Delete user logs' }))
    expect(await screen.findByText('User logs deleted successfully')).toBeVisible()
    expect(requestsTo('deleteUserLogs')).toEqual([{ userId: 'user-2' }])
  })

  it.each([
    ['Edit', 'Save', 'updateUser', "Couldn't update user"],
    ['Delete', 'Delete user', 'deleteUser', "Couldn't delete user"],
    ['Clear logs', 'Delete user logs', 'deleteUserLogs', "Couldn't delete user logs"],
  ] as const)(
    'shows a message of its own and closes the dialog “%s” if a failure has no reason',
    async (action, button, name, title) => {
      const page = await openUsers()
      fail(name, 404)
      await choose(page, action)
      await page.user.click(await screen.findByRole('button', { name: button }))
      expect(await screen.findByText(title)).toBeVisible()
      expect(screen.getByText('An unknown error occurred')).toBeVisible()
      await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
    },
  )

  it('shows the server’s message if the last admin can’t be deleted', async () => {
    const page = await openUsers()
    refuse('deleteUser', 'LAST_ADMIN', 'The last admin cannot be deleted')
    await choose(page, 'Delete')
    await page.user.click(await screen.findByRole('button', { name: 'Delete user' }))
    expect(await screen.findByText('The last admin cannot be deleted')).toBeVisible()
  })

  it.each([
    ['with the file name from the server', 'grace.log', /^grace\.log$/],
    [
      'with user and time as the file name',
      undefined,
      /^logs_for_user-2_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.log$/,
    ],
  ])('downloads a user’s logs %s', async (_, fileName, expected) => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    const page = await openUsers()
    answerFile('downloadUserLogs', 'one line', fileName)
    await choose(page, 'Download logs')
    expect(await screen.findByText('User logs downloaded successfully')).toBeVisible()
    await downloadEnded()
    expect(saved).toEqual([expect.stringMatching(expected)])
    click.mockRestore()
  })

  it('downloads a user’s logs in full, because the request names no type of entry', async () => {
    const page = await openUsers()
    answerFile('downloadUserLogs', 'one line', 'mine.log')
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const fetch = vi.spyOn(globalThis, 'fetch')
    await choose(page, 'Download logs')
    await screen.findByText('User logs downloaded successfully')
    await downloadEnded()
    expect(fetch.mock.calls.map(([asked]) => asked)).toContainEqual(
      expect.stringMatching(/logs\/user-2\/download$/),
    )
    fetch.mockRestore()
    click.mockRestore()
  })

  it('asks admins to confirm their identity at each download, even if they have closed the dialog before', async () => {
    const page = await openUsers()
    const proving = { password: true, totp: false, passkey: false }
    refuse('downloadUserLogs', 'STEP_UP_REQUIRED', 'Confirm it’s you', proving)
    for (let click = 1; click <= 2; click += 1) {
      await choose(page, 'Download logs')
      const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
      await page.user.click(within(dialog).getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await downloadEnded()
    }
  })

  it('says why a user’s logs could not be downloaded', async () => {
    const page = await openUsers()
    refuse('downloadUserLogs', 'NOT_FOUND', 'No such user')
    await choose(page, 'Download logs')
    expect(await screen.findByText("Couldn't download user logs")).toBeVisible()
    expect(screen.getByText('No such user')).toBeVisible()
    await downloadEnded()
  })
})
