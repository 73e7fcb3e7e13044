import { accounts } from '../../../../shared/contract/accounts.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { invalidResetToken } from '../../../accounts/reset-token.ts'
import { ownerOfResetToken } from '../../../accounts/once-tokens.ts'

export const handler = endpoint(accounts, 'validatePasswordResetToken', async ({ request }) => {
  if (!(await ownerOfResetToken(request.token, Date.now()))) throw invalidResetToken()
  return { valid: true }
})
