import type { EndpointName } from '../../../shared/contract/index.ts'
import type { SceneName } from './scenes.ts'

/**
 * The kind of a text. `text` is plain text, `part` is a part of a longer sentence, and the other kinds are controls.
 */
export type Kind =
  | 'text'
  | 'part'
  | 'heading'
  | 'button'
  | 'link'
  | 'label'
  | 'placeholder'
  | 'column'
  | 'menuitem'
  | 'switch'
  | 'option'

/**
 * The section of the product specification that contains the text: 2 screens, 4 states, 5 validation, 8 messages, 9
 * constants.
 */
type Section = 2 | 4 | 5 | 8 | 9
type Text = readonly [Section, Kind, string]

const complexity = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'
const settingsIncomplete: readonly Text[] = [
  [4, 'text', 'IG settings incomplete'],
  [4, 'link', 'Complete settings'],
]
const unexpected: Text = [8, 'text', 'An unexpected error occurred.']
const unknown: Text = [8, 'text', 'An unknown error occurred']
const wrong: Text = [8, 'text', 'Something went wrong']

/** All texts of the product specification, by the scene in which they are shown. */
export const texts: Readonly<Record<SceneName, readonly Text[]>> = {
  'not found': [
    [2, 'heading', 'Page not found'],
    [2, 'button', 'Go to login'],
  ],

  login: [
    [2, 'heading', 'Log in'],
    [2, 'label', 'Email'],
    [2, 'label', 'Password'],
    [2, 'button', 'Log in'],
    [2, 'link', 'Forgot password?'],
  ],
  'login, nothing entered': [
    [5, 'text', 'Email is required'],
    [5, 'text', 'Password is required'],
  ],
  'login, no address': [[5, 'text', 'Invalid email address']],
  'login refused': [[8, 'text', 'Login failed']],
  'login fails': [[8, 'text', 'Login failed'], unexpected],
  'login done': [[8, 'text', 'Login successful!']],

  register: [
    [2, 'heading', 'Create account'],
    [2, 'label', 'First name'],
    [2, 'label', 'Last name'],
    [2, 'label', 'Email'],
    [2, 'label', 'Password'],
    [2, 'label', 'Confirm password'],
    [2, 'link', 'Already have an account? Log in'],
  ],
  'register, nothing entered': [
    [5, 'text', 'First name is required'],
    [5, 'text', 'Last name is required'],
    [5, 'text', 'Email is required'],
    [5, 'text', 'Please confirm your password'],
  ],
  'register, no address': [[5, 'text', 'Invalid email address']],
  'register, short password': [[5, 'text', 'Password must be at least 8 characters']],
  'register, plain password': [[5, 'text', complexity]],
  'register, passwords differ': [[5, 'text', "Passwords don't match"]],
  'register refused': [[8, 'text', 'Registration failed'], unexpected],
  'register done': [
    [8, 'text', 'Account created successfully!'],
    [8, 'text', 'You can now log in with your credentials.'],
    [2, 'heading', 'Log in'],
  ],

  'reset request': [
    [2, 'heading', 'Reset your password'],
    [2, 'label', 'Email'],
    [2, 'button', 'Send reset email'],
  ],
  'reset request, nothing entered': [[5, 'text', 'Email is required']],
  'reset request, no address': [[5, 'text', 'Invalid email address']],
  'reset request sent': [
    [2, 'heading', 'Check your email'],
    [2, 'part', 'ada@example.test'],
    [2, 'button', 'Back to login'],
    [2, 'button', 'Send to a different email'],
    [8, 'text', 'Password reset email sent!'],
    [8, 'text', 'Check your inbox for instructions to reset your password.'],
  ],
  'reset request fails': [[8, 'text', 'Failed to send reset email'], unexpected],

  'change password without token': [
    [8, 'text', 'Invalid reset link'],
    [8, 'text', 'The password reset link is missing or invalid.'],
    [4, 'heading', 'Log in'],
  ],
  'change password, link being checked': [[2, 'text', 'Validating reset link']],
  'change password, link invalid': [
    [2, 'heading', 'Invalid reset link'],
    [8, 'text', 'This password reset link is invalid or has expired.'],
    [2, 'button', 'Request new reset link'],
    [2, 'button', 'Back to login'],
  ],
  'change password': [
    [2, 'heading', 'Change your password'],
    [2, 'label', 'New password'],
    [2, 'label', 'Confirm new password'],
  ],
  'change password, short': [[5, 'text', 'Password must be at least 8 characters long']],
  'change password, plain': [[5, 'text', complexity]],
  'change password, passwords differ': [[5, 'text', "Passwords don't match"]],
  'change password fails': [[8, 'text', 'Failed to change password'], unexpected],
  'password changed': [
    [2, 'heading', 'Password changed'],
    [2, 'button', 'Continue to login'],
    [8, 'text', 'Password changed successfully!'],
    [8, 'text', 'You can now log in with your new password.'],
  ],

  'gate, loading': [[2, 'text', 'Loading']],
  'gate, refused': [
    [4, 'text', 'Authentication failed. Please sign in again.'],
    [4, 'heading', 'Log in'],
  ],

  overview: [
    [2, 'heading', 'Overview'],
    [2, 'text', 'Everything you need to know at a glance'],
    [2, 'text', 'Open positions'],
    [2, 'text', 'Pending orders'],
    [2, 'text', 'Actions in the last 6 hours'],
    [2, 'text', 'Last updated'],
    [2, 'heading', 'Recent activity'],
    [2, 'link', 'Overview'],
    [2, 'link', 'Positions'],
    [2, 'link', 'Orders'],
    [2, 'link', 'Instruments'],
    [2, 'link', 'Logs'],
    [2, 'link', 'Settings'],
    [2, 'link', 'Help'],
    [2, 'text', 'DEMO'],
    [2, 'text', 'AB'],
    [2, 'text', 'Ada Byron'],
    [2, 'text', 'User'],
  ],
  'sidebar of an admin': [
    [2, 'heading', 'Admin'],
    [2, 'link', 'Users'],
    [2, 'link', 'App settings'],
  ],
  'sidebar in LIVE': [[2, 'text', 'LIVE']],
  'overview, IG settings incomplete': settingsIncomplete,
  'positions, IG settings incomplete': settingsIncomplete,
  'orders, IG settings incomplete': settingsIncomplete,
  'overview without activity': [
    [2, 'text', 'No recent activity'],
    [2, 'text', 'Your trading activities will appear here'],
  ],
  'overview fails': [
    [8, 'text', 'Error loading overview data'],
    [8, 'text', 'Please check your connection and try again'],
  ],

  positions: [
    [2, 'heading', 'Positions'],
    [2, 'text', 'View your open positions'],
    [2, 'part', '0.50'],
    [2, 'text', 'No'],
    [9, 'part', '£49.67'],
    [9, 'option', '10'],
    [9, 'option', '20'],
    [9, 'option', '50'],
    [9, 'option', '100'],
    [9, 'option', 'All'],
  ],
  'positions, closing': [[2, 'heading', 'Close position']],
  'position closed': [[8, 'text', 'Position closed successfully']],
  'position not closed': [[8, 'text', "Couldn't close position"], unknown],
  'positions fail': [[8, 'text', 'Error loading positions'], wrong],

  orders: [
    [2, 'heading', 'Orders'],
    [2, 'text', 'View your open orders'],
    [2, 'placeholder', 'Search orders by IG Epic, Deal ID...'],
  ],
  'orders, deleting': [[2, 'heading', 'Delete order']],
  'order deleted': [[8, 'text', 'Order deleted successfully']],
  'order not deleted': [[8, 'text', "Couldn't delete order"], unknown],
  'orders fail': [[8, 'text', 'Error loading orders'], wrong],

  instruments: [
    [2, 'heading', 'Instruments'],
    [2, 'text', 'View and edit your trading instruments and ticker data'],
    [2, 'text', 'N/A'],
    [2, 'text', '10,000'],
    [2, 'text', '400.50'],
  ],
  'instruments, none': [[2, 'text', 'No results.']],
  'instruments, loading': [[2, 'text', 'Loading']],
  'instruments fail': [[8, 'text', 'Error loading instruments'], wrong],
  'upload without file': [[5, 'text', 'Please select a file']],
  'upload of another file': [[5, 'text', 'Please select a CSV file']],
  'upload under way': [[2, 'button', 'Uploading...']],
  'upload done': [[8, 'text', '12 instruments uploaded']],
  'upload fails': [[8, 'text', 'Upload failed: The file holds nothing']],
  'dividend dates being fetched': [[2, 'button', 'Fetching...']],
  'dividend dates asked for': [
    [8, 'text', 'Success!'],
    [8, 'text', 'Dividend dates are being fetched in the background. Please check back in a few minutes.'],
  ],
  'dividend dates fail': [[8, 'text', 'Failed to fetch dividend dates: Please try again']],

  logs: [
    [2, 'heading', 'Logs'],
    [2, 'text', 'View and download app activity logs'],
    [2, 'label', 'From date'],
    [2, 'label', 'To date'],
    [2, 'label', 'Last (hours)'],
    [2, 'label', 'Type'],
    [2, 'button', 'Reset filters'],
    [2, 'button', 'Download'],
    [2, 'button', 'Delete all'],
    [2, 'part', 'Additional Data'],
    [2, 'part', 'hidden'],
  ],
  'logs, none': [[2, 'text', 'No logs found for the selected criteria.']],
  'logs fail': [
    [8, 'text', 'Something went wrong'],
    [8, 'text', 'Failed to load logs. Please try again later.'],
  ],
  'logs on a small screen': [[2, 'button', 'Filter']],
  'logs, deleting all': [[2, 'heading', 'Delete all logs']],

  settings: [
    [2, 'heading', 'Settings'],
    [2, 'text', 'You will be logged out after updating your settings.'],
    [2, 'button', 'Update settings'],
    [2, 'text', 'App mode'],
    [2, 'text', 'Select whether to use demo or live trading credentials'],
    [2, 'text', 'Demo'],
    [2, 'text', 'Live'],
    [2, 'heading', 'IG credentials'],
    [2, 'heading', 'Trading rules'],
    [2, 'text', 'LIMIT'],
    [2, 'text', 'Execute at specific price or better'],
    [2, 'text', 'Copy'],
    [2, 'text', 'Rotate'],
    [9, 'placeholder', '10'],
    [9, 'placeholder', '60'],
  ],
  'settings, market orders': [[2, 'text', 'Execute immediately at current price']],
  'secret rotated': [[8, 'text', 'Webhook secret rotated successfully!']],
  'secret not rotated': [[8, 'text', 'Failed to rotate webhook secret'], unexpected],
  'settings with another secret': [
    [4, 'heading', 'Update webhook secret'],
    [4, 'button', 'Cancel'],
    [4, 'button', 'Yes, I understand'],
  ],
  'settings saved': [
    [8, 'text', 'Settings updated successfully!'],
    [4, 'heading', 'Log in'],
  ],
  'settings not saved': [[8, 'text', 'Failed to update settings'], unexpected],

  users: [
    [2, 'heading', 'Users'],
    [2, 'placeholder', 'Search users by name or email...'],
    [2, 'column', 'First Name'],
    [2, 'column', 'Last Name'],
    [2, 'column', 'Email'],
    [2, 'column', 'Role'],
    [2, 'column', 'Mode'],
    [2, 'column', 'Created At'],
    [2, 'column', 'Last Login'],
    [2, 'column', 'Actions'],
  ],
  'a user’s menu': [
    [2, 'menuitem', 'Edit'],
    [2, 'menuitem', 'Download logs'],
    [2, 'menuitem', 'Clear logs'],
    [2, 'menuitem', 'Delete'],
  ],
  'editing a user': [[2, 'heading', 'Edit user']],
  'editing a user, nothing entered': [
    [5, 'text', 'First name is required'],
    [5, 'text', 'Last name is required'],
    [5, 'text', 'Invalid email address'],
  ],
  'user updated': [[8, 'text', 'User updated successfully']],
  'user not updated': [[8, 'text', "Couldn't update user"], unknown],
  'deleting a user': [
    [2, 'heading', 'Delete user'],
    [8, 'part', 'This cannot be undone'],
    [8, 'part', 'permanently removed'],
  ],
  'user deleted': [[8, 'text', 'User deleted successfully']],
  'user not deleted': [[8, 'text', "Couldn't delete user"], unknown],
  'deleting a user’s logs': [
    [2, 'heading', 'Delete user logs'],
    [8, 'part', 'All log entries'],
    [8, 'part', 'permanently removed'],
  ],
  'a user’s logs deleted': [[8, 'text', 'User logs deleted successfully']],
  'a user’s logs not deleted': [[8, 'text', "Couldn't delete user logs"], unknown],
  'a user’s logs downloaded': [[8, 'text', 'User logs downloaded successfully']],
  'a user’s logs not downloaded': [[8, 'text', "Couldn't download user logs"], unknown],
  'users fail': [[8, 'text', 'Error loading users'], wrong],

  'app settings': [
    [2, 'heading', 'App settings'],
    [2, 'switch', 'Allow user registration'],
    [2, 'switch', 'Allow multiple admins'],
    [2, 'text', 'You will be logged out after updating app settings.'],
    [2, 'button', 'Update settings'],
  ],
  'app settings saved': [
    [8, 'text', 'App settings updated successfully!'],
    [4, 'heading', 'Log in'],
  ],
  'app settings not saved': [[8, 'text', 'Failed to update app settings'], unexpected],

  help: [
    [2, 'heading', 'Help'],
    [2, 'part', 'receives trading signals and executes trades automatically'],
  ],
  'webhook URL copied': [
    [2, 'button', 'Copied!'],
    [8, 'text', 'Copied to clipboard!'],
  ],
  'webhook URL not copied': [[8, 'text', 'Failed to copy to clipboard']],
}

/** Texts about values that cannot be entered on any screen. The API returns them to its callers. */
export const textsOfTheApi = {
  updateSettings: {
    sent: { mode: 'PAPER', order_type: 'STOP' },
    says: ['Please select a trading mode', 'Please select an order type'],
  },
  updateAppSettings: {
    sent: { allow_user_registration: 'yes' },
    says: [
      'Please specify whether user registration is allowed',
      'Please specify whether multiple admins are allowed',
    ],
  },
} as const satisfies Partial<Record<EndpointName, { sent: unknown; says: readonly string[] }>>
