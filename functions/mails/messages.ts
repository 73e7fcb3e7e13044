import { counted } from '../../shared/platform/figures.ts'
import { capitalised } from '../../shared/platform/words.ts'
import { emailedLinkDays } from '../../shared/accounts/emailed-link-days.ts'
import type { AccountNotification } from './email-message.ts'
import { type Email, letter, type Paragraph } from './letter.ts'
import { pauseParagraphs } from './pause-link.ts'

/**
 * @param minutes until the link expires
 * @param isLastToday whether this is the last link that the address gets today
 */
export const resetEmail = (link: string, minutes: number, isLastToday = false): Email =>
  letter('Reset your Signalpost password', [
    'We received a request to reset your Signalpost password.',
    { link, label: 'Choose a new password' },
    `The link works once and expires after ${minutes} minutes. Requesting a new link cancels this one.`,
    ...(isLastToday
      ? ['This is the last link we’ll send today, because this email address hasn’t been confirmed yet.']
      : []),
    'If you didn’t request this, ignore this email. Your password won’t change.',
  ])

/** An unconfirmed address gets only this email and reset links, because it may be a stranger's. */
export const verificationEmail = (link: string): Email =>
  letter('Confirm your email address for Signalpost', [
    'Someone entered this email address for a Signalpost account.',
    { link, label: 'Confirm my email address' },
    `The link expires after ${emailedLinkDays} days.`,
    'If this wasn’t you, ignore this email. We won’t send you anything else.',
  ])

/**
 * Maximum number of emails of one kind to an address per clock hour. One further email says that no more will follow.
 */
export const mostInHour = 5

/**
 * Replaces the first email above the hourly limit.
 * @param subject the subject of the emails that were sent in this hour
 */
export const lastInHourEmail = (subject: string, pauseLink: string): Email =>
  letter('Further Signalpost account emails paused for an hour', [
    `We’ve sent you ${mostInHour} emails with the subject “${subject}” within an hour, and there are more to send. To avoid filling your inbox, we won’t email you about this again until the next hour. Every event is in your log.`,
    'If you don’t have a Signalpost account, ignore this email.',
    ...pauseParagraphs(pauseLink),
  ])

const ifNotYou = 'If this wasn’t you, pause trading and change your password now.'
const notYou = 'If you didn’t expect this, contact your admin immediately.'

const credentialsDropped =
  'Your IG credentials were deleted and your webhook secrets replaced. No alert will trade until you enter your IG credentials again and update the secret in TradingView.'

type Kind = Exclude<AccountNotification['kind'], 'paused-by-link'>
type Words = { readonly subject: string; readonly paragraphs: readonly Paragraph[] }

const wordsFor: {
  readonly [K in Kind]: (notification: Extract<AccountNotification, { kind: K }>) => Words
} = {
  'password-changed': () => ({
    subject: 'Your Signalpost password was changed',
    paragraphs: [
      'Your Signalpost password was changed, and you were logged out everywhere.',
      'If this wasn’t you, reset your password now and contact your admin.',
    ],
  }),
  'email-changed': (notification) => ({
    subject: 'Your Signalpost email address was changed',
    paragraphs: [
      `An admin changed your email address from ${notification.from} to ${notification.to}, and you were logged out everywhere. Use the new address to log in.`,
      credentialsDropped,
      'For 7 days, we also send emails about your account to your previous address.',
      notYou,
    ],
  }),
  'role-changed': (notification) => ({
    subject: 'Your Signalpost role was changed',
    paragraphs: [
      `An admin changed your role to ${notification.role === 'ADMIN' ? 'Admin' : 'User'}. You were logged out everywhere.`,
      notYou,
    ],
  }),
  'new-device': (notification) => ({
    subject: 'New login to your Signalpost account',
    paragraphs: [
      `Someone logged in to your account from ${notification.address}, in a browser you haven’t used before.`,
      'If this wasn’t you, change your password now. That logs out every other session.',
    ],
  }),
  'wrong-code': (notification) => ({
    subject: 'Someone entered your Signalpost password and a wrong code',
    paragraphs: [
      `Someone at ${notification.address} entered your correct password and then a wrong code. They were not logged in.`,
      'If this wasn’t you, someone knows your password. Change it now.',
    ],
  }),
  'session-copied': () => ({
    subject: 'We ended a session on your Signalpost account',
    paragraphs: [
      'Two browsers used the same session, so we ended it. Someone may have copied the session from your computer.',
      'If you don’t know why, change your password now. That logs out every other session.',
    ],
  }),
  'mode-changed': (notification) => ({
    subject: `Your Signalpost account now trades in ${notification.mode} mode`,
    paragraphs: [
      notification.mode === 'LIVE'
        ? 'Your account was switched to live. Alerts now place orders with real money.'
        : 'Your account was switched to demo. Alerts no longer place orders with real money.',
      ifNotYou,
    ],
  }),
  'credentials-changed': (notification) => ({
    subject: 'Your IG credentials in Signalpost were changed',
    paragraphs: [
      `Your IG credentials for ${notification.modes.map((mode) => mode.toLowerCase()).join(' and ')} were changed.`,
      'If this wasn’t you, pause trading and change your passwords for Signalpost and IG now.',
    ],
  }),
  'factor-added': (notification) => ({
    subject: 'A second factor was added to your Signalpost account',
    paragraphs: [`${capitalised(notification.what)} was added to your account.`, ifNotYou],
  }),
  'token-made': (notification) => ({
    subject: 'An API token was created for your Signalpost account',
    paragraphs: [
      `The token “${notification.name}” was created. Its scopes: ${notification.scopes.join(', ')}. No token can place an order without your approval or change settings.`,
      ifNotYou,
    ],
  }),
  'factor-removed': (notification) => ({
    subject: 'A second factor was removed from your Signalpost account',
    paragraphs: [`${capitalised(notification.what)} was removed from your account.`, ifNotYou],
  }),
  'factors-removed': (notification) => ({
    subject: 'The second factors on your Signalpost account have been removed',
    paragraphs: [
      'An admin removed your second factors, and you were logged out everywhere. Until you set up a new one, your password alone is enough to log in.',
      ...(notification.wasLive
        ? ['Your account was switched to demo. To go live again, set up a second factor first.']
        : []),
      credentialsDropped,
      notYou,
    ],
  }),
  'recovery-code-used': (notification) => ({
    subject: 'A recovery code for your Signalpost account was used',
    paragraphs: [
      `A recovery code was used instead of your second factor. You have ${notification.left === 1 ? '1 code' : `${notification.left} codes`} left.`,
      ifNotYou,
    ],
  }),
  'recovery-codes-made': () => ({
    subject: 'Your Signalpost account has new recovery codes',
    paragraphs: ['New recovery codes were created. Your old codes no longer work.', ifNotYou],
  }),
}

/**
 * @param pauseLink the recipient's link to pause trading; not used in an email about paused trading
 * @param unsent number of events in the previous hour that were not emailed
 */
export const notificationEmail = (
  notification: AccountNotification,
  pauseLink: string,
  unsent = 0,
): Email => {
  if (notification.kind === 'paused-by-link')
    return letter('Your Signalpost trading was paused', [
      'Trading was paused with the link in one of our emails. Alerts won’t open positions until you resume trading in the dashboard. Exits and stops still work.',
    ])
  const wordsOf = wordsFor[notification.kind] as (notification: AccountNotification) => Words
  const { subject, paragraphs } = wordsOf(notification)
  const more =
    unsent > 0
      ? [`This happened ${counted(unsent, 'more time')} in the previous hour. Every event is in your log.`]
      : []
  return letter(subject, [...paragraphs, ...more, ...pauseParagraphs(pauseLink)])
}
