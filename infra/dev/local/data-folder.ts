import { join } from 'node:path'

/** The folder of local data, unless LOCAL_DATA names another. */
export const defaultDataFolder = join(import.meta.dirname, '../../../.local')
