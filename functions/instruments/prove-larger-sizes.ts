import { largerSizes } from '../../shared/limits/looser-limits.ts'
import type { ProvableCaller } from '../http/caller.ts'
import { getUserSettings } from '../settings/settings-store.ts'
import type { CheckList } from './instrument-store.ts'

/**
 * Requires a user who trades real money to prove their identity before a position size is increased.
 * @throws VisibleError STEP_UP_REQUIRED
 */
export const proveLargerSizes =
  ({ userId, requireProof }: ProvableCaller): CheckList =>
  async (before, after) => {
    if (largerSizes(before, after).length === 0) return
    if ((await getUserSettings(userId))?.mode === 'LIVE') await requireProof()
  }
