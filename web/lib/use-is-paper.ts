import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from './session-queries.ts'

/** Whether paper IG stands behind every mode. The shell has read it: this only checks what it found. */
export const useIsPaper = (): boolean =>
  useQuery({ ...settingsQuery, enabled: false, select: (settings) => settings.isPaper === true }).data ??
  false
