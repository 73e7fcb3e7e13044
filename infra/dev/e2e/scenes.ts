import type { EndpointName } from '../../../shared/contract/index.ts'
import { anUser, pageOf, someSettings, someStats } from '../testing/examples.ts'
import type { PretendApi } from './pretend-api.ts'
import type { Stage } from './stage.ts'

/**
 * The steps that lead to a state of the product. A scene checks nothing except that its steps succeed. texts.ts lists
 * the texts that each state must show.
 */
type Scene = (stage: Stage) => Promise<void>

/**
 * Runs a scene with changed API responses. They are changed at once, and again each time `signedIn` sets the responses
 * for a logged-in user.
 */
const given =
  (change: (api: PretendApi) => void, scene: Scene): Scene =>
  async (stage) => {
    const signedIn = stage.signedIn.bind(stage)
    stage.signedIn = (options) => {
      signedIn(options)
      change(stage.api)
    }
    change(stage.api)
    await scene(stage)
  }

const at =
  (path: string): Scene =>
  (stage) =>
    stage.goTo(path)

const after =
  (scene: Scene, ...steps: Scene[]): Scene =>
  async (stage) => {
    await scene(stage)
    for (const step of steps) await step(stage)
  }

const fill =
  (label: string, value: string): Scene =>
  (stage) =>
    stage.fill(label, value)
const press =
  (name: string): Scene =>
  (stage) =>
    stage.press(name)
const pressInDialog =
  (name: string): Scene =>
  (stage) =>
    stage.pressInDialog(name)

const goodPassword = 'Right-Pass-1'
const noAddress = fill('Email', 'ada')
const anAddress = fill('Email', 'ada@example.test')

const login = after(at('/auth/login'), anAddress, fill('Password', goodPassword), press('Log in'))

const registration = (password: string, confirmed = password) =>
  after(
    at('/auth/register'),
    fill('First name', 'Ada'),
    fill('Last name', 'Byron'),
    anAddress,
    fill('Password', password),
    fill('Confirm password', confirmed),
    press('Create account'),
  )

const resetRequest = after(at('/auth/reset-password'), anAddress, press('Send reset email'))

const resetLink = given(
  (api) => api.answer('validatePasswordResetToken', { valid: true }),
  at('/auth/change-password#token=abc'),
)
const changePassword = (password: string, confirmed = password) =>
  after(
    resetLink,
    fill('New password', password),
    fill('Confirm new password', confirmed),
    press('Change password'),
  )

const screen =
  (path: string, options: Parameters<Stage['signedIn']>[0] = {}): Scene =>
  (stage) => {
    stage.signedIn(options)
    return stage.goTo(`/dashboard/${path}`)
  }
const adminScreen = (path: string) => screen(`admin/${path}`, { role: 'ADMIN' })
const incomplete = { settings: { demoApiKey: null } }

const failing =
  (name: EndpointName, path: string, seen: string): Scene =>
  async (stage) => {
    stage.signedIn({ role: 'ADMIN' })
    stage.api.fail(name)
    await stage.goToFailing(`/dashboard/${path}`, seen)
  }

const pressFirst =
  (name: RegExp): Scene =>
  (stage) =>
    stage.page.getByRole('main').getByRole('button', { name }).first().click()
const closingPosition = after(screen('positions'), pressFirst(/close/i))
const deletingOrder = after(screen('orders'), pressFirst(/delete/i))

const choose =
  (name: string): Scene =>
  (stage) =>
    stage.page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('Symbol\nLSE:VOD\n') })
const upload = after(
  screen('instruments'),
  choose('list.csv'),
  press('Upload CSV'),
  pressInDialog('Replace list'),
)
const refusedUpload = after(screen('instruments'), choose('list.csv'), press('Upload CSV'))
const fetchDividends = after(screen('instruments'), press('Fetch dividend dates'))

const rotate = after(screen('settings'), press('Rotate Demo webhook secret'))
const rotated = given(
  (api) => api.answer('newWebhookSecret', { secret: 'a-new-webhook-secret-0123456789' }),
  rotate,
)
const saveSettings = after(
  screen('settings'),
  (stage) => stage.page.getByRole('switch', { name: 'Avoid dividend dates' }).click(),
  press('Update settings'),
)
const saveAppSettings = after(adminScreen('app-settings'), press('Update settings'))

const userMenu = after(adminScreen('users'), press('Actions for Grace Hopper'))
const userAction = (item: string, ...steps: Scene[]) =>
  after(userMenu, (stage) => stage.page.getByRole('menuitem', { name: item, exact: true }).click(), ...steps)
const updateUser = userAction('Edit', pressInDialog('Save'))
const deleteUser = userAction('Delete', pressInDialog('Delete user'))
const deleteUserLogs = userAction('Clear logs', pressInDialog('Delete user logs'))

export const scenes = {
  'not found': at('/no/such/page'),

  login: at('/auth/login'),
  'login, nothing entered': after(at('/auth/login'), press('Log in')),
  'login, no address': after(at('/auth/login'), noAddress, press('Log in')),
  'login refused': given((api) => api.refuse('login', 'INVALID_CREDENTIALS', 'Wrong'), login),
  'login fails': given((api) => api.fail('login'), login),
  'login done': given(
    (api) => api.answer('login', anUser()),
    (stage) => {
      stage.signedIn()
      return login(stage)
    },
  ),

  register: at('/auth/register'),
  'register, nothing entered': after(at('/auth/register'), press('Create account')),
  'register, no address': after(at('/auth/register'), noAddress, press('Create account')),
  'register, short password': registration('Aa1'),
  'register, plain password': registration('aaaaaaaa'),
  'register, passwords differ': registration(goodPassword, 'Other-Pass-1'),
  'register refused': given((api) => api.fail('register'), registration(goodPassword)),
  'register done': given((api) => api.answer('register', anUser()), registration(goodPassword)),

  'reset request': at('/auth/reset-password'),
  'reset request, nothing entered': after(at('/auth/reset-password'), press('Send reset email')),
  'reset request, no address': after(at('/auth/reset-password'), noAddress, press('Send reset email')),
  'reset request sent': given((api) => api.answer('requestPasswordReset', { message: 'Sent' }), resetRequest),
  'reset request fails': given((api) => api.fail('requestPasswordReset'), resetRequest),

  'change password without token': at('/auth/change-password'),
  'change password, link being checked': given(
    (api) => api.hold('validatePasswordResetToken'),
    at('/auth/change-password#token=abc'),
  ),
  'change password, link invalid': given(
    (api) => api.refuse('validatePasswordResetToken', 'INVALID_RESET_TOKEN', 'No'),
    at('/auth/change-password#token=abc'),
  ),
  'change password': resetLink,
  'change password, short': changePassword('Aa1'),
  'change password, plain': changePassword('aaaaaaaa'),
  'change password, passwords differ': changePassword(goodPassword, 'Other-Pass-1'),
  'change password fails': given((api) => api.fail('changePassword'), changePassword(goodPassword)),
  'password changed': given(
    (api) => api.answer('changePassword', { message: 'Changed' }),
    changePassword(goodPassword),
  ),

  'gate, loading': given((api) => api.hold('getMe'), screen('overview')),
  'gate, refused': given((api) => api.refuse('getMe', 'NOT_SIGNED_IN', 'No session'), screen('overview')),

  overview: screen('overview'),
  'sidebar of an admin': screen('overview', { role: 'ADMIN' }),
  'sidebar in LIVE': screen('overview', { settings: { mode: 'LIVE' } }),
  'overview, IG settings incomplete': screen('overview', incomplete),
  'positions, IG settings incomplete': screen('positions', incomplete),
  'orders, IG settings incomplete': screen('orders', incomplete),
  'overview without activity': given(
    (api) => api.answer('getStats', someStats({ recentActivities: [] })),
    screen('overview'),
  ),
  'overview fails': failing('getStats', 'overview', 'Error loading overview data'),

  positions: screen('positions'),
  'positions, closing': closingPosition,
  'position closed': given(
    (api) => api.answer('closePosition', { dealId: 'D', status: 'CLOSED', message: 'Blocked' }),
    after(closingPosition, pressInDialog('Close position')),
  ),
  'position not closed': given(
    (api) => api.fail('closePosition'),
    after(closingPosition, pressInDialog('Close position')),
  ),
  'positions fail': failing('listPositions', 'positions', 'Error loading positions'),

  orders: screen('orders'),
  'orders, deleting': deletingOrder,
  'order deleted': given(
    (api) => api.answer('deleteOrder', { dealId: 'D', status: 'DELETED', message: 'Deleted' }),
    after(deletingOrder, pressInDialog('Delete order')),
  ),
  'order not deleted': given(
    (api) => api.fail('deleteOrder'),
    after(deletingOrder, pressInDialog('Delete order')),
  ),
  'orders fail': failing('listOrders', 'orders', 'Error loading orders'),

  instruments: screen('instruments'),
  'instruments, none': given((api) => api.answer('listInstruments', pageOf([])), screen('instruments')),
  'instruments, loading': given((api) => api.hold('listInstruments'), screen('instruments')),
  'instruments fail': failing('listInstruments', 'instruments', 'Error loading instruments'),
  'upload without file': after(screen('instruments'), press('Upload CSV')),
  'upload of another file': after(screen('instruments'), choose('list.xlsx'), press('Upload CSV')),
  'upload under way': given((api) => api.hold('uploadInstruments'), upload),
  'upload done': given(
    (api) => api.answer('uploadInstruments', { message: '12 instruments uploaded' }),
    upload,
  ),
  'upload fails': given(
    (api) => api.refuse('previewInstruments', 'INVALID_CSV', 'The file holds nothing'),
    refusedUpload,
  ),
  'dividend dates being fetched': given((api) => api.hold('fetchDividendDates'), fetchDividends),
  'dividend dates asked for': given(
    (api) =>
      api.answer('fetchDividendDates', {
        message: 'Dividend dates are being fetched in the background. Please check back in a few minutes.',
      }),
    fetchDividends,
  ),
  'dividend dates fail': given(
    (api) => api.refuse('fetchDividendDates', 'TRY_AGAIN', 'Please try again'),
    fetchDividends,
  ),

  logs: screen('logs'),
  'logs, none': given((api) => api.answer('listLogs', pageOf([])), screen('logs')),
  'logs fail': failing('listLogs', 'logs', 'Failed to load logs. Please try again later.'),
  'logs on a small screen': async (stage) => {
    await stage.page.setViewportSize({ width: 390, height: 844 })
    await screen('logs')(stage)
  },
  'logs, deleting all': after(screen('logs'), press('Delete all')),

  settings: screen('settings'),
  'settings, market orders': after(screen('settings'), (stage) =>
    stage.page.getByText('MARKET', { exact: true }).click(),
  ),
  'secret rotated': rotated,
  'secret not rotated': given((api) => api.fail('newWebhookSecret'), rotate),
  'settings with another secret': after(
    rotated,
    (stage) => stage.page.getByText('Webhook secret rotated successfully!').waitFor(),
    press('Update settings'),
  ),
  'settings saved': given((api) => api.answer('updateSettings', someSettings()), saveSettings),
  'settings not saved': given((api) => api.fail('updateSettings'), saveSettings),

  users: adminScreen('users'),
  'a user’s menu': userMenu,
  'editing a user': userAction('Edit'),
  'editing a user, nothing entered': userAction(
    'Edit',
    fill('First name', ''),
    fill('Last name', ''),
    noAddress,
    pressInDialog('Save'),
  ),
  'user updated': given((api) => api.answer('updateUser', anUser()), updateUser),
  'user not updated': given((api) => api.fail('updateUser'), updateUser),
  'deleting a user': userAction('Delete'),
  'user deleted': given((api) => api.answer('deleteUser', { message: 'Gone' }), deleteUser),
  'user not deleted': given((api) => api.fail('deleteUser'), deleteUser),
  'deleting a user’s logs': userAction('Clear logs'),
  'a user’s logs deleted': given((api) => api.answer('deleteUserLogs', { message: 'Gone' }), deleteUserLogs),
  'a user’s logs not deleted': given((api) => api.fail('deleteUserLogs'), deleteUserLogs),
  'a user’s logs downloaded': given(
    (api) => api.answer('downloadUserLogs', 'a line'),
    userAction('Download logs'),
  ),
  'a user’s logs not downloaded': given((api) => api.fail('downloadUserLogs'), userAction('Download logs')),
  'users fail': failing('listUsers', 'admin/users', 'Error loading users'),

  'app settings': adminScreen('app-settings'),
  'app settings saved': given(
    (api) => api.answer('updateAppSettings', { allowUserRegistration: true, allowMultipleAdmins: false }),
    saveAppSettings,
  ),
  'app settings not saved': given((api) => api.fail('updateAppSettings'), saveAppSettings),

  help: screen('help'),
  'webhook URL copied': after(screen('help'), press('Copy webhook URL')),
  'webhook URL not copied': async (stage) => {
    await stage.page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await after(screen('help'), press('Copy webhook URL'))(stage)
  },
} as const satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
