import { describe, expect, it } from 'vitest'
import { parseAlert } from '../../../shared/alerts/alert-parser.ts'
import { type AlertAction, alertTemplate, type AlertForm, fillPlaceholders } from './alert-text.ts'

const secret = 'q8ZrLm2xq8ZrLm2x'
const firing = {
  market: 'LSE:VOD',
  action: 'SELL',
  price: '88.42',
  isExit: false,
  at: new Date('2026-11-21T09:30:05.678Z'),
} as const

const forms: AlertForm[] = ['JSON', 'LINE']
const actions: [AlertAction, string][] = [
  ['STRATEGY', 'SELL'],
  ['BUY', 'BUY'],
  ['SELL', 'SELL'],
  ['CLOSE', 'CLOSE'],
]

describe.each(forms)('the %s form that Help teaches', (form) => {
  it.each(actions)(
    'is understood by the webhook after TradingView has filled it in (%s)',
    (action, understood) => {
      const text = fillPlaceholders(alertTemplate({ form, action, secret }), firing)
      expect(parseAlert(text)).toMatchObject({
        kind: 'alert',
        secret,
        alert: {
          market: 'LSE:VOD',
          action: understood,
          price: '88.42',
          firedAt: Date.parse('2026-11-21T09:30:05Z'),
        },
      })
    },
  )
})

it('the JSON form distinguishes a strategy’s exit from an entry', () => {
  const text = alertTemplate({ form: 'JSON', action: 'STRATEGY', secret })
  expect(parseAlert(fillPlaceholders(text, firing))).toMatchObject({
    alert: { action: 'SELL', change: { kind: 'open', from: 'flat', to: 'short' } },
  })
  expect(parseAlert(fillPlaceholders(text, { ...firing, isExit: true }))).toMatchObject({
    alert: { action: 'CLOSE', change: { kind: 'close', from: 'long', to: 'flat' } },
  })
})

it('fillPlaceholders treats special characters in the filled-in values as plain text', () => {
  const text = alertTemplate({ form: 'LINE', action: 'BUY', secret })
  expect(fillPlaceholders(text, { ...firing, market: "FX:$&A$'B" })).toContain(" FX:$&A$'B BUY")
})
