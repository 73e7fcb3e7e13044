import { join } from 'node:path'
import { root } from './lambdas.ts'

/** The folder of the React build. */
export const siteFolder = join(root, '.build/web')

/** Vite names the files in this folder after a hash of their content, so they never change. */
const hashedFolder = 'assets'

/** How long browsers may cache each file. The page that refers to the other files must never be stale. */
export const cacheRules = [
  { include: `${hashedFolder}/*`, cacheControl: 'public, max-age=31536000, immutable' },
  { exclude: `${hashedFolder}/*`, cacheControl: 'no-cache' },
] as const

export const cacheControlOf = (path: string) =>
  cacheRules[path.startsWith(`/${hashedFolder}/`) ? 0 : 1].cacheControl
