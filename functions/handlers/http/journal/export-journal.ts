import { journal } from '../../../../shared/contract/journal.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { endpoint, Reply } from '../../../http/endpoint.ts'
import { exportJournal } from '../../../journal/export-journal.ts'

export const handler = endpoint(
  journal,
  'exportJournal',
  async ({ request, caller }) =>
    new Reply(await exportJournal(caller.userId, request), {
      headers: {
        'content-disposition': `attachment; filename="journal-${request.form}.csv"`,
      },
    }),
  findCaller,
)
