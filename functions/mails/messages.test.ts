import { expect, test } from 'vitest'
import type { AccountNotification } from './email-message.ts'
import { notificationEmail } from './messages.ts'

const chosen = 'Chosen\r\nBcc: everyone@example.com'

const notifications: readonly AccountNotification[] = [
  { kind: 'email-changed', from: chosen, to: chosen },
  { kind: 'new-device', address: chosen },
  { kind: 'wrong-code', address: chosen },
  { kind: 'factor-added', what: chosen },
  { kind: 'factor-removed', what: chosen },
  { kind: 'token-made', name: chosen, scopes: [chosen] },
]

test('no subject contains text that a user or a stranger chose', () => {
  for (const notification of notifications) {
    const { subject, text, html } = notificationEmail(notification, 'https://signals.example.com/pause')
    expect(subject, notification.kind).not.toMatch(/Chosen|[\r\n]/)
    expect(text).toContain('Chosen')
    expect(html).toContain('Chosen')
  }
})
