import { counted, formatTwoDecimals } from '../../platform/figures.ts'
import type { Comparison, Parts } from './compare.ts'

const partNames = [
  ['delay', 'entry delay'],
  ['spread', 'spread'],
  ['exits', 'exits'],
  ['other', 'other'],
] as const

/**
 * Rounds the parts to hundredths of R so that they add up to the rounded total. The parts with the largest remainders are
 * rounded up.
 */
export const inHundredths = (parts: Parts): Readonly<Record<keyof Parts, number>> => {
  // Sums have floating-point errors, which must not round down to the next hundredth.
  const settled = (value: number) => Number((value * 100).toFixed(6))
  // `|| 0` turns −0 into 0.
  const whole = Math.round(settled(parts.whole)) || 0
  const down = partNames.map(([name]) => {
    const exact = settled(parts[name])
    return { name, hundredths: Math.floor(exact), left: exact - Math.floor(exact) }
  })
  const missing = whole - down.reduce((sum, { hundredths }) => sum + hundredths, 0)
  const raised = new Set(
    down
      .toSorted((one, other) => other.left - one.left)
      .slice(0, missing)
      .map(({ name }) => name),
  )
  const rounded = Object.fromEntries(
    down.map(({ name, hundredths }) => [name, hundredths + (raised.has(name) ? 1 : 0)]),
  ) as Record<(typeof partNames)[number][0], number>
  return { whole, ...rounded }
}

/**
 * Summarises a comparison, such as "18 of 20 trades matched; live made 0.21 R less a trade: 0.12 entry delay, 0.05 spread,
 * 0.04 exits".
 */
export const sentenceOf = ({ matched, onlyBacktest, parts }: Comparison): string => {
  const all = matched.length + onlyBacktest.length
  const begun = `${matched.length} of ${counted(all, 'trade')} matched`
  if (parts === null) return begun
  const rounded = inHundredths(parts)
  const sign = rounded.whole > 0 ? 1 : -1
  const named = partNames
    .filter(([name]) => rounded[name] !== 0)
    .map(([name, words]) => `${figure(sign * rounded[name])} ${words}`)
  const made =
    rounded.whole === 0
      ? 'live made as much R a trade'
      : `live made ${figure(sign * rounded.whole)} R ${sign > 0 ? 'more' : 'less'} a trade`
  return `${begun}; ${made}${named.length === 0 ? '' : `: ${named.join(', ')}`}`
}

const figure = (hundredths: number) => formatTwoDecimals(hundredths / 100)
