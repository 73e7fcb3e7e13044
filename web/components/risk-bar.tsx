import type { CSSProperties } from 'react'
import type { Position } from '../../shared/deals/dealing.schema.ts'
import { formatLevel, signedTwoDecimals } from '../../shared/platform/figures.ts'

export type Levels = Pick<Position, 'direction' | 'openLevel' | 'currentLevel' | 'stopLevel' | 'limitLevel'>

/**
 * Divides the price change in the position's favour by the loss at the current stop.
 * @returns null without a price, or if the stop would not make a loss
 */
export const multipleOfRisk = ({ direction, openLevel, currentLevel, stopLevel }: Levels): number | null => {
  const sign = direction === 'BUY' ? 1 : -1
  if (openLevel === null) return null
  const risk = stopLevel === null ? 0 : (openLevel - stopLevel) * sign
  return risk > 0 && currentLevel !== undefined ? ((currentLevel - openLevel) * sign) / risk : null
}

/** Formats the multiple as "+0.19 R", or as a dash if it is unknown. */
export const multipleWords = (levels: Levels) => {
  const multiple = multipleOfRisk(levels)
  return multiple === null ? '–' : `${signedTwoDecimals(multiple)} R`
}

/** The margin at either end of the bar, in percent of its width. The dot needs this space. */
const margin = 6

/**
 * Draws a bar from the stop (left) to the target (right). The part between the opening level and the current price is
 * coloured, and a dot marks the current price. The bar is a CSS background, so the table cell needs no extra element.
 * @returns no styles if a level is unknown
 */
export const paintRisk = ({ openLevel, currentLevel, stopLevel, limitLevel }: Levels): CSSProperties => {
  if (openLevel === null || stopLevel === null || limitLevel === null || currentLevel === undefined) return {}
  const place = (level: number) => {
    const share = (level - stopLevel) / (limitLevel - stopLevel)
    return margin + Math.min(1, Math.max(0, share)) * (100 - 2 * margin)
  }
  const [opened, now] = [place(openLevel), place(currentLevel)]
  const colour = now < opened ? 'var(--bad)' : 'var(--good)'
  const [from, to] = [Math.min(opened, now), Math.max(opened, now)]
  const track = `var(--line) ${margin}% ${from}%, ${colour} ${from}% ${to}%, var(--line) ${to}% ${100 - margin}%`
  return {
    background: [
      `radial-gradient(circle 4px at ${now}% calc(100% - 8px), ${colour} 3.5px, transparent 4px)`,
      `linear-gradient(to right, transparent ${margin}%, ${track}, transparent ${100 - margin}%) no-repeat 0 calc(100% - 7px) / 100% 3px`,
    ].join(', '),
  }
}

/** Shows the bar of `paintRisk` as an element of its own. */
export const RiskBar = ({ levels }: { readonly levels: Levels }) => {
  const { openLevel, currentLevel, stopLevel, limitLevel } = levels
  const words = `Stop ${formatLevel(stopLevel)}, opened at ${formatLevel(openLevel)}, now ${formatLevel(currentLevel)}, target ${formatLevel(limitLevel)}`
  return (
    <span role="img" aria-label={words} title={words} className="block h-4 grow" style={paintRisk(levels)} />
  )
}
