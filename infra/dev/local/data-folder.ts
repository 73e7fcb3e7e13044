import { join } from 'node:path'

/** The folder for local data. LOCAL_DATA can name a different one. */
export const defaultDataFolder = join(import.meta.dirname, '../../../.local')
