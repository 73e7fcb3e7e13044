import { join } from 'node:path'

/** Where local data lies unless LOCAL_DATA names a folder. */
export const defaultDataFolder = join(import.meta.dirname, '../../../.local')
