import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { systemClock } from '../../../aws/system.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readJournal } from '../../../journal/read-journal.ts'

export const handler = endpoint(
  journal,
  'getJournal',
  ({ request, caller }) => readJournal(caller.userId, request, systemClock.now()),
  findCaller,
)
