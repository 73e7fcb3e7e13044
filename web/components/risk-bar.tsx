import type { CSSProperties } from 'react'
import type { Position } from '../../shared/deals/dealing.schema.ts'
import { formatLevel, signedTwoDecimals } from '../../shared/platform/figures.ts'

export type Levels = Pick<Position, 'direction' | 'openLevel' | 'currentLevel' | 'stopLevel' | 'limitLevel'>

/**
 * The price change in the position's favour as a multiple of the loss at the current stop. Null without a price, or
 * without a stop on the losing side.
 */
export const multipleOfRisk = ({ direction, openLevel, currentLevel, stopLevel }: Levels): number | null => {
  const sign = direction === 'BUY' ? 1 : -1
  if (openLevel === null) return null
  const risk = stopLevel === null ? 0 : (openLevel - stopLevel) * sign
  return risk > 0 && currentLevel !== undefined ? ((currentLevel - openLevel) * sign) / risk : null
}

/** "+0.19 R", or a dash if there is no risk to compare with. */
export const multipleWords = (levels: Levels) => {
  const multiple = multipleOfRisk(levels)
  return multiple === null ? '–' : `${signedTwoDecimals(multiple)} R`
}

/** Percent of the width at either end that a dot needs. */
const margin = 6

/**
 * A bar from the stop at the left to the target at the right, filled from the opening level to a dot at the current
 * price. It is a background, so that the table cell needs no extra element.
 * @returns empty if a level is unknown
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

/** The same bar as an element; empty if a level is unknown. */
export const RiskBar = ({ levels }: { readonly levels: Levels }) => {
  const { openLevel, currentLevel, stopLevel, limitLevel } = levels
  const words = `Stop ${formatLevel(stopLevel)}, opened at ${formatLevel(openLevel)}, now ${formatLevel(currentLevel)}, target ${formatLevel(limitLevel)}`
  return (
    <span role="img" aria-label={words} title={words} className="block h-4 grow" style={paintRisk(levels)} />
  )
}
