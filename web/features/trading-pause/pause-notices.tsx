import type { UserSettings } from '../../../shared/settings/settings.ts'
import { HeldExits } from './held-exits.tsx'
import { PauseNotice } from './pause-notice.tsx'

/** What a paused user sees on every screen: what applies, and what *Stop everything* holds or has held. */
export const PauseNotices = ({ settings }: { readonly settings: UserSettings }) => (
  <>
    <PauseNotice settings={settings} />
    {settings.fullStop && <HeldExits fullStop={settings.fullStop} />}
  </>
)
