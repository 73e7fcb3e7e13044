import { parseAlert } from '../../shared/alert-parser.ts'
import { VisibleError } from '../../shared/error.ts'
import { tryPorts } from '../adapters/try-ports.ts'
import { endpoint } from '../lib/endpoint.ts'
import { findCaller } from '../stores/sessions.ts'
import { tryAlert } from '../trading/try-alert.ts'

/** Rehearses an alert for the caller, whatever secret it carries. Reads as the executor would; places nothing. */
export const handler = endpoint(
  'tryAlert',
  ({ request, caller }) => {
    const parsed = parseAlert(request.alert)
    const problems = parsed.kind === 'invalid' ? parsed.problems : {}
    const understood = parsed.kind === 'alert'
    if (!understood) throw new VisibleError('INVALID_ALERT', 'The alert was not understood', { ...problems })
    return tryAlert(tryPorts(), caller.userId, request.mode, parsed.alert)
  },
  findCaller,
)
