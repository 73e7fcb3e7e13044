import type { AlertLine } from '../../../shared/logs/alert-line.schema.ts'
import type { UserSettings } from '../../../shared/settings/settings.schema.ts'
import { HeldExits } from './held-exits.tsx'
import { PauseNotice } from './pause-notice.tsx'
import { TripNotice } from './trip-notice.tsx'

type Props = { readonly settings: UserSettings; readonly held: readonly AlertLine[] }

/**
 * Shows on every screen what is paused, which limits were reached, and which exits *Stop everything* holds or has held.
 */
export const PauseNotices = ({ settings, held }: Props) => (
  <>
    <PauseNotice settings={settings} />
    {settings.trips?.map((trip) => (
      <TripNotice key={`${trip.key} ${trip.at}`} trip={trip} />
    ))}
    {settings.fullStop && <HeldExits fullStop={settings.fullStop} held={held} />}
  </>
)
