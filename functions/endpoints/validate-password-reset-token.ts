import { endpoint } from '../lib/endpoint.ts'
import { invalidResetToken } from '../lib/reset-token.ts'
import { ownerOfResetToken } from '../stores/sessions.ts'

export const handler = endpoint('validatePasswordResetToken', async ({ request }) => {
  if (!(await ownerOfResetToken(request.token, Date.now()))) throw invalidResetToken()
  return { valid: true }
})
