import * as z from 'zod/mini'
import { Role } from '../../shared/user.ts'

/** A mail as it leaves: both forms say the same. */
export type Email = { readonly subject: string; readonly text: string; readonly html: string }

/** What happened to an account and is told to its owner. Nothing in it is secret: it waits in a queue of Lambda's. */
export const AccountNotice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password-changed') }),
  z.object({ kind: z.literal('email-changed'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('role-changed'), role: Role }),
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
  }
}

type Paragraph = string | { readonly link: string; readonly label: string }

/**
 * Calls no one by name: anyone who registers with the address of somebody else chooses the name, and would write to them.
 */
const letter = (subject: string, paragraphs: readonly Paragraph[]): Email => {
  const all: Paragraph[] = ['Hello,', ...paragraphs, 'Signalpost']
  const asText = (part: Paragraph) => (typeof part === 'string' ? part : `${part.label}:\n${part.link}`)
  const asHtml = (part: Paragraph) =>
    typeof part === 'string'
      ? escapeHtml(part)
      : `<a href="${escapeHtml(part.link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escapeHtml(part.label)}</a><br><br>${escapeHtml(part.link)}`
  return {
    subject,
    text: `${all.map(asText).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="font-family:system-ui,sans-serif;line-height:1.5;color:#111827;max-width:36rem;margin:2rem auto;padding:0 1rem">',
      ...all.map((part) => `<p>${asHtml(part)}</p>`),
      '</body></html>',
    ].join('\n'),
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string)
