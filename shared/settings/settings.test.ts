import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAlert } from '../alerts/alert-parser.ts'
import { Credentials } from './settings.schema.ts'
import { webhookSecretLimits } from './webhook-secret.ts'

const schema = Credentials.shape.demoWebhookSecret
const problemsOf = (secret: unknown) => schema.safeParse(secret).error?.issues.map(({ message }) => message)

const alertsWith = (secret: string) => [
  JSON.stringify({ secret, market: 'NASDAQ:AAPL', action: 'BUY', price: '229.87' }),
  `2026-09-07T14:31:05Z ${secret} NASDAQ:AAPL BUY 229.87`,
]

const { min, max } = webhookSecretLimits

describe('a webhook secret', () => {
  const bounds = 'Webhook secret must be 20 to 128 characters'
  const spaces = 'Webhook secret must not contain spaces or control characters'
  it.each([
    ['', 'Webhook secret is required'],
    [undefined, 'Webhook secret is required'],
    ['x'.repeat(15), bounds],
    ['x'.repeat(129), bounds],
    ['correct horse battery', spaces],
    [' q8ZrT1xv0aYhPw5KLm2x', spaces],
    ['q8ZrT1xv0aYhPw5KLm2x\n', spaces],
    ['q8ZrT1xv0a\tYhPw5KLm2x', spaces],
    ['q8ZrT1xv0a\u00A0YhPw5KLm2x', spaces],
    ['q8ZrT1xv0a\u0085YhPw5KLm2x', spaces],
    ['q8ZrT1xv0a\u2028YhPw5KLm2x', spaces],
    ['q8ZrT1xv0a\uFEFFYhPw5KLm2x', spaces],
    ['q8ZrT1xv0a\0YhPw5KLm2x', spaces],
    ['q8ZrT1xv0a\uD800YhPw5KLm2x', spaces],
    ['q8ZrT1xv0a{{YhPw5KLm2x', 'Webhook secret must not contain {{'],
  ])('is not saved as %j', (secret, problem) => {
    expect(problemsOf(secret)?.[0]).toBe(problem)
  })

  it.each(['x'.repeat(min), 'x'.repeat(max), 'pässword-{"\\}-\u{1F512}-\u200B'])(
    'is saved as %j',
    (secret) => {
      expect(problemsOf(secret)).toBeUndefined()
    },
  )

  it('can be saved only if alerts in both formats, JSON and line, can contain it', () => {
    const anySecret = fc.oneof(
      fc.string({ minLength: 10, maxLength: 140 }),
      fc.string({ unit: 'binary', minLength: min, maxLength: 70 }),
      fc
        .array(fc.constantFrom('a', '9', '"', '\\', '{', '{{', ' ', '\u00A0', '\0', '\uDC00', 'é'), {
          minLength: min,
          maxLength: 40,
        })
        .map((parts) => parts.join('')),
      fc.stringMatching(/^\S{14,130}$/),
    )
    fc.assert(
      fc.property(anySecret, (secret) => {
        const hasRightLength = secret.length >= min && secret.length <= max
        const arrives = alertsWith(secret).every((text) => {
          const parsed = parseAlert(text)
          return parsed.kind === 'alert' && parsed.secret === secret
        })
        expect(problemsOf(secret) === undefined).toBe(hasRightLength && arrives)
      }),
      { numRuns: 2_000 },
    )
  })
})
