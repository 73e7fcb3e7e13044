import { join } from 'node:path'
import { root } from './lambdas.ts'

/** The folder of the React build. */
export const siteFolder = join(root, '.build/web')

/** Vite names what lies here by its content: it never changes. */
const hashedFolder = 'assets'

/** Which files of the site may be kept how long. The page that names the others must never be stale. */
export const cacheRules = [
  { include: `${hashedFolder}/*`, cacheControl: 'public, max-age=31536000, immutable' },
  { exclude: `${hashedFolder}/*`, cacheControl: 'no-cache' },
] as const

export const cacheControlOf = (path: string) =>
  cacheRules[path.startsWith(`/${hashedFolder}/`) ? 0 : 1].cacheControl
