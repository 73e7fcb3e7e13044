import { fileURLToPath } from 'node:url'
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' }
import type { Plugin } from 'vite'

const prefix = '~icons/'
/**
 * The attributes removed from each drawing, because the icon component sets them itself and lets callers change the
 * width.
 */
const strokes =
  'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'
const component = fileURLToPath(new URL('./components/icon.tsx', import.meta.url))

const drawings: Readonly<Record<string, { readonly body: string }>> = lucide.icons
const otherNames: Readonly<Record<string, { readonly parent: string }>> = lucide.aliases

/**
 * A plug-in for Vite and Vitest: `~icons/search` imports Lucide's icon "search" as a component. Only imported icons are
 * bundled.
 */
export const icons: Plugin = {
  name: 'icons',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(prefix) ? id : null),
  load: (id) => {
    if (!id.startsWith(prefix)) return null
    const name = id.slice(prefix.length)
    const drawing = drawings[otherNames[name]?.parent ?? name]
    if (!drawing) throw new Error(`Lucide has no icon named ${name}`)
    return `import { drawn } from ${JSON.stringify(component)}\nexport default /* @__PURE__ */ drawn(${JSON.stringify(drawing.body.replaceAll(` ${strokes}`, ''))})`
  },
}
