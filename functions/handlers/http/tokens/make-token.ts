import { tokenLimits } from '../../../../shared/tokens/token-limits.ts'
import { tokens } from '../../../../shared/contract/tokens.ts'
import { VisibleError } from '../../../../shared/platform/error.schema.ts'
import { ownProfile } from '../../../accounts/factor-setup.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { isSessionLive } from '../../../accounts/session-store.ts'
import { endToken, makeToken } from '../../../accounts/token-store.ts'
import { admitTry, throttles } from '../../../aws/throttle.ts'
import { notSignedIn } from '../../../http/caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { logAuthentication } from '../../../logs/sign-in-log.ts'
import { startAccountNotification } from '../../../mails/start-mail.ts'
import { noteProposals } from '../../../settings/change-settings.ts'

export const handler = endpoint(
  tokens,
  'makeToken',
  async ({ request, caller: { userId, sessionId } }) => {
    const { name, scopes } = request
    const now = Date.now()
    await admitTry(throttles.tokens, userId, now)
    const user = await ownProfile(userId)
    const made = await makeToken(userId, request, now)
    if (!made)
      throw new VisibleError(
        'TOO_MANY_TOKENS',
        `You already have ${tokenLimits.perUser} tokens. End one of them first`,
      )
    // If another call ended this session meanwhile, that call may have missed the new token.
    if (!(await isSessionLive(userId, sessionId))) {
      await endToken(userId, made.id)
      throw notSignedIn()
    }
    await Promise.all([
      ...(scopes.includes('propose') ? [noteProposals(userId, made.until)] : []),
      logAuthentication(userId, `API token created: ${name} (${scopes.join(', ')})`, {
        kind: 'token',
        tokenId: made.id,
      }),
      startAccountNotification(user, { kind: 'token-made', name, scopes }),
    ])
    return { id: made.id, token: made.token }
  },
  findProvableCaller,
)
