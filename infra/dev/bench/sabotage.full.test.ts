import { describe, expect, it } from 'vitest'
import { countAlerts } from './count-alerts.ts'
import { type Figure, figureOf } from './figure.ts'

/** Each of these tests breaks something on purpose, and checks that the bench notices it. */

const count = async (...words: string[]) => {
  const figures: Figure[] = []
  await countAlerts((measured) => figures.push(figureOf('counts', measured)), words)
  return (name: RegExp) => {
    const found = figures.find((figure) => name.test(figure.name))
    if (!found) throw new Error(`${String(name)} was not measured`)
    return found
  }
}

describe('the bench', () => {
  it('fails if an alert makes one more call to the broker, or a COUNT query', async () => {
    const [sound, extraCall, countQuery] = await Promise.all([
      count('warm-alerts'),
      count('warm-alerts', '--sabotage', 'extra-broker-call'),
      count('warm-alerts', '--sabotage', 'count-query'),
    ])
    const brokerCalls = /^broker calls per alert, warm/
    expect(sound(brokerCalls)).toMatchObject({ value: 3, ok: true })
    expect(extraCall(brokerCalls)).toMatchObject({ value: 4, ok: false })
    const reads = /^read units per alert/
    expect(sound(reads).ok).toBe(true)
    expect(countQuery(reads).ok).toBe(false)
  })
})
