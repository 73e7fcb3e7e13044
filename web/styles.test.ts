import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const styles = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8')

const colours = (block: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      ...(new RegExp(`${block} \\{([^}]*)\\}`).exec(styles)?.[1] ?? '').matchAll(
        /--([\w-]+): (#[0-9a-f]{6})/g,
      ),
    ].map(([, name, value]) => [name, value]),
  )

/** Returns the relative luminance of a colour (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Checks what axe does not check: the contrast of controls (WCAG 1.4.11) and of text on a filled badge (1.4.3). */
it.each([
  ['light', ':root'],
  ['dark', '\\.dark'],
])('the %s theme gives the borders of controls and the selected segment enough contrast', (_name, block) => {
  const { edge = '', panel = '', ground = '', accent = '', live = '' } = colours(block)
  for (const behind of [panel, ground]) {
    expect(contrast(edge, behind)).toBeGreaterThanOrEqual(3)
    expect(contrast(accent, behind)).toBeGreaterThanOrEqual(3)
  }
  expect(contrast('#ffffff', live)).toBeGreaterThanOrEqual(4.5)
})
