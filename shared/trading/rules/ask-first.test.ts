import { expect, it } from 'vitest'
import { decide } from '../decide.ts'
import type { OrderToPlace } from '../model/snapshot.ts'
import {
  aMarket,
  aSnapshot,
  aWorth,
  now,
  someSettings,
  told,
} from '../../../infra/dev/testing/trading-values.ts'
import * as rules from './ask-first.ts'

const askFirst = told(rules.askFirst, rules.askFirstInWords)
const decision = decide(aSnapshot())
const order = (decision.kind === 'place' ? decision.order : null) as OrderToPlace
const said =
  'Buy 0.43 Apple Inc (All Sessions) at 22,872.63 or better, stop 210 points, limit 420 points, good till 2026-09-07T13:41:10Z'

it('the user can approve the order until the alert is too old', () => {
  expect(askFirst(aSnapshot(), order)).toEqual({
    kind: 'refused',
    outcome: 'ASKED',
    order,
    answerBy: now + 58_000,
    actual: 'not approved yet',
    required: 'your approval',
    sentence: `${said}; waiting for your approval until 2026-09-07T13:32:08Z. It loses £90.30 at its stop`,
  })
})

it('a request for approval names who proposed the order, and lasts 10 minutes if alerts may have any age', () => {
  const settings = someSettings({ enforceMaximumAlertAgeInSeconds: false })
  expect(askFirst(aSnapshot({ proposedBy: 'the screener', settings }), order)).toMatchObject({
    answerBy: now + 598_000,
    sentence: `${said}, proposed by the screener; waiting for your approval until 2026-09-07T13:41:08Z. It loses £90.30 at its stop`,
  })
})

it('a request for approval names the order’s margin in the account’s currency', () => {
  const worth = aWorth({ unitValue: '10', exchangeRate: '1.25', accountCurrency: 'EUR' })
  const market = aMarket({ currencyCode: 'USD', scalingFactor: '10', worth })
  // 210 points are 21 units of price: 21 × 0.43 × 10 USD ÷ 1.25
  expect(askFirst(aSnapshot({ market }), { ...order, margin: '320' })).toMatchObject({
    sentence: expect.stringMatching(
      /\. It loses €72\.24 at its stop and takes about €320\.00 as margin$/,
    ) as string,
  })
})
