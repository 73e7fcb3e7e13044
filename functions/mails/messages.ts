import * as z from 'zod/mini'
import { Mode, Role } from '../../shared/user.ts'
import { type Email, letter } from './letter.ts'

/** What happened to an account and is told to its owner. Nothing in it is secret: it waits in a queue of Lambda's. */
export const AccountNotice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password-changed') }),
  z.object({ kind: z.literal('email-changed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('role-changed'), role: Role }),
  z.object({ kind: z.literal('new-device'), address: z.string() }),
  z.object({ kind: z.literal('mode-changed'), mode: Mode }),
  z.object({ kind: z.literal('credentials-changed'), modes: z.array(Mode) }),
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

export const noticeEmail = (notice: AccountNotice): Email => {
  const notYou = 'If you did not expect this, tell your administrator at once.'
  switch (notice.kind) {
    case 'password-changed':
      return letter('Your Signalpost password was changed', [
        'The password of your Signalpost account was changed, and every session was signed out.',
        'If it was not you, reset your password now and tell your administrator.',
      ])
    case 'email-changed':
      return letter('The email address of your Signalpost account was changed', [
        `An administrator changed the address of your account from ${notice.from} to ${notice.to}, and every session was signed out. Sign in with the new one from now on.`,
        notYou,
      ])
    case 'role-changed':
      return letter('Your role at Signalpost was changed', [
        `An administrator made you ${notice.role === 'ADMIN' ? 'an administrator' : 'a user without administration'}. Every session was signed out.`,
        notYou,
      ])
    case 'new-device':
      return letter('A new device signed in to your Signalpost account', [
        `Somebody signed in to your account from ${notice.address}, with a browser that had not signed in to it before.`,
        'If it was not you, change your password now: that signs out every other session.',
      ])
    case 'mode-changed':
      return letter(`Your Signalpost account trades in ${notice.mode} now`, [
        notice.mode === 'LIVE'
          ? 'Your account was switched to live: alerts place orders with real money from now on.'
          : 'Your account was switched to demo: alerts place no orders with real money from now on.',
        'If it was not you, pause trading and change your password now.',
      ])
    case 'credentials-changed':
      return letter('The IG credentials of your Signalpost account were changed', [
        `The credentials for ${notice.modes.map((mode) => mode.toLowerCase()).join(' and ')} were changed.`,
        'If it was not you, pause trading and change your password now, here and at IG.',
      ])
  }
}
