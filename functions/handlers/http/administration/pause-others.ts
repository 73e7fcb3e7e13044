import { administration } from '../../../../shared/contract/administration.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { findUserByEmail, getUser, listAllUsers } from '../../../accounts/user-store.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logChange } from '../../../logs/sign-in-log.ts'
import { pauseTrading } from '../../../settings/change-settings.ts'
import { getAllSettings } from '../../../settings/settings-store.ts'

/**
 * Pauses or resumes trading for one user or for all users. During a pause, the rules refuse every entry, even one that
 * already waits.
 */
export const handler = endpoint(
  administration,
  'pauseOthers',
  async ({ request: { user, paused, reason }, caller }) => {
    if (!paused) await caller.requireProof()
    const users = user === undefined ? await listAllUsers() : [await findUser(user)]
    const settings = await getAllSettings(users.map(({ id }) => id))
    const at = new Date().toISOString()
    let changed = 0
    for (const { userId: id, tradingPause } of settings) {
      if ((tradingPause?.by === 'OPERATOR') === paused) continue
      // When the admin resumes, an earlier pause by the user or the safety brake applies again.
      const next = paused
        ? { by: 'OPERATOR' as const, at, reason, before: tradingPause }
        : (tradingPause?.before ?? null)
      if (!(await pauseTrading(id, next, 'OPERATOR'))) continue
      changed += 1
      await logChange(
        id,
        `An admin ${paused ? 'paused' : 'resumed'} your trading${paused && reason ? `: ${reason}` : ''}`,
      )
    }
    const whom = user === undefined ? 'all users' : (users[0]?.email ?? user)
    await logChange(caller.userId, `You ${paused ? 'paused' : 'resumed'} trading for ${whom}`, {
      kind: 'note',
      facts: { changed },
    })
    return { changed }
  },
  findProvableCaller,
)

/** @throws VisibleError NOT_FOUND */
const findUser = async (named: string) => {
  const found = named.includes('@') ? await findUserByEmail(named) : await getUser(named)
  if (!found) throw new VisibleError('NOT_FOUND', `No user has the ID or email address ${named}`)
  return found
}
