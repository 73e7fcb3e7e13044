import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { dynamo } from '../../../functions/aws/table.ts'
import { instrument } from './instruments.ts'
import { replaceInstruments } from './replace-instruments.ts'

/**
 * This process imports a list of instruments. After a number of writes it prints `waiting` and pauses, so that a test
 * can kill it. Arguments: `userId rows writes`.
 */

const [userId = '', rows = '0', writes = '0'] = process.argv.slice(2)
const client = dynamo()
const send = client.send.bind(client) as (command: unknown) => Promise<unknown>
let written = 0
Object.assign(client, {
  send: async (command: unknown) => {
    if (!(command instanceof PutCommand)) return send(command)
    written += 1
    if (written > Number(writes)) {
      process.stdout.write('waiting\n')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    }
    return send(command)
  },
})
await replaceInstruments(
  userId,
  Array.from({ length: Number(rows) }, (_, index) => instrument(`NEW:${index}`)),
)
process.stdout.write('done\n')
