import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from './session-queries.ts'

/** Returns whether the broker is paper IG. It sends no request, because every screen has already read the settings. */
export const useIsPaper = (): boolean =>
  useQuery({ ...settingsQuery, enabled: false, select: (settings) => settings.isPaper === true }).data ??
  false
