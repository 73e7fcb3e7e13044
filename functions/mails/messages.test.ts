import { expect, test } from 'vitest'
import { type AccountNotification, notificationEmail } from './messages.ts'

const chosen = 'Chosen\r\nBcc: everyone@example.com'

const notices: readonly AccountNotification[] = [
  { kind: 'email-changed', from: chosen, to: chosen },
  { kind: 'new-device', address: chosen },
  { kind: 'wrong-code', address: chosen },
  { kind: 'factor-added', what: chosen },
  { kind: 'factor-removed', what: chosen },
  { kind: 'token-made', name: chosen, scopes: [chosen] },
]

test('no subject holds what a user or a stranger chose', () => {
  for (const notice of notices) {
    const { subject, text, html } = notificationEmail(notice, 'https://signals.example.com/pause')
    expect(subject, notice.kind).not.toMatch(/Chosen|[\r\n]/)
    expect(text).toContain('Chosen')
    expect(html).toContain('Chosen')
  }
})
