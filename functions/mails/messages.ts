import * as z from 'zod/mini'
import { Mode, Role } from '../../shared/user.ts'
import { type Email, letter, type Paragraph } from './letter.ts'
import { pauseParagraphs } from './pause-link.ts'

/** What happened to an account and is told to its owner. Nothing in it is secret: it waits in a queue of Lambda's. */
export const AccountNotice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password-changed') }),
  z.object({ kind: z.literal('email-changed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('role-changed'), role: Role }),
  z.object({ kind: z.literal('new-device'), address: z.string() }),
  z.object({ kind: z.literal('mode-changed'), mode: Mode }),
  z.object({ kind: z.literal('credentials-changed'), modes: z.array(Mode) }),
  z.object({ kind: z.literal('factor-added'), what: z.string() }),
  z.object({ kind: z.literal('factor-removed'), what: z.string() }),
  z.object({ kind: z.literal('factors-removed'), wasLive: z.boolean() }),
  z.object({ kind: z.literal('recovery-code-used'), left: z.number() }),
  z.object({ kind: z.literal('recovery-codes-made') }),
  z.object({ kind: z.literal('paused-by-link') }),
])
export type AccountNotice = z.infer<typeof AccountNotice>

/** @param minutes how long the link holds */
export const resetEmail = (link: string, minutes: number): Email =>
  letter('Reset your Signalpost password', [
    'Somebody, hopefully you, asked to reset the password of your Signalpost account.',
    { link, label: 'Choose a new password' },
    `The link works once and for ${minutes} minutes. A newer one ends it.`,
    'If it was not you, do nothing: your password stays as it is.',
  ])

/** @param pauseLink of its reader; a mail that says that trading is paused needs none */
export const noticeEmail = (notice: AccountNotice, pauseLink: string): Email => {
  const told = (subject: string, paragraphs: readonly Paragraph[]) =>
    letter(subject, [...paragraphs, ...pauseParagraphs(pauseLink)])
  const ifNotYou = 'If it was not you, pause trading and change your password now.'
  const notYou = 'If you did not expect this, tell your administrator at once.'
  switch (notice.kind) {
    case 'password-changed':
      return told('Your Signalpost password was changed', [
        'The password of your Signalpost account was changed, and every session was signed out.',
        'If it was not you, reset your password now and tell your administrator.',
      ])
    case 'email-changed':
      return told('The email address of your Signalpost account was changed', [
        `An administrator changed the address of your account from ${notice.from} to ${notice.to}, and every session was signed out. Sign in with the new one from now on.`,
        notYou,
      ])
    case 'role-changed':
      return told('Your role at Signalpost was changed', [
        `An administrator made you ${notice.role === 'ADMIN' ? 'an administrator' : 'a user without administration'}. Every session was signed out.`,
        notYou,
      ])
    case 'new-device':
      return told('A new device signed in to your Signalpost account', [
        `Somebody signed in to your account from ${notice.address}, with a browser that had not signed in to it before.`,
        'If it was not you, change your password now: that signs out every other session.',
      ])
    case 'mode-changed':
      return told(`Your Signalpost account trades in ${notice.mode} now`, [
        notice.mode === 'LIVE'
          ? 'Your account was switched to live: alerts place orders with real money from now on.'
          : 'Your account was switched to demo: alerts place no orders with real money from now on.',
        'If it was not you, pause trading and change your password now.',
      ])
    case 'credentials-changed':
      return told('The IG credentials of your Signalpost account were changed', [
        `The credentials for ${notice.modes.map((mode) => mode.toLowerCase()).join(' and ')} were changed.`,
        'If it was not you, pause trading and change your password now, here and at IG.',
      ])
    case 'factor-added':
      return told('A second factor was added to your Signalpost account', [
        `Somebody signed in to your account added ${notice.what}.`,
        ifNotYou,
      ])
    case 'factor-removed':
      return told('A second factor was removed from your Signalpost account', [
        `Somebody signed in to your account removed ${notice.what}.`,
        ifNotYou,
      ])
    case 'factors-removed':
      return told('The second factors of your Signalpost account were removed', [
        'An administrator removed your second factors, and every session was signed out. Your password alone signs in until you set up a new one.',
        ...(notice.wasLive
          ? ['Your account was switched to demo. To go live again, set up a second factor first.']
          : []),
        notYou,
      ])
    case 'recovery-code-used':
      return told('A recovery code of your Signalpost account was used', [
        `A recovery code stood in for your second factor. ${notice.left === 1 ? '1 code is' : `${notice.left} codes are`} left.`,
        ifNotYou,
      ])
    case 'recovery-codes-made':
      return told('Your Signalpost account has new recovery codes', [
        'New recovery codes were made. Those of before no longer work.',
        ifNotYou,
      ])
    case 'paused-by-link':
      return letter('Your trading at Signalpost was paused', [
        'Trading was paused by the link in one of our mails. Alerts place no orders until you resume it in the dashboard.',
      ])
  }
}
