import { join } from 'node:path'
import { root } from './lambdas.ts'

/** Where the React build lies. */
export const siteFolder = join(root, '.build/web')
