import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from './session-queries.ts'

/** Whether the broker is paper IG. The shell has read it; this only uses the result. */
export const useIsPaper = (): boolean =>
  useQuery({ ...settingsQuery, enabled: false, select: (settings) => settings.isPaper === true }).data ??
  false
