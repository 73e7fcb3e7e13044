import { expect, test } from 'vitest'
import { apiBasePath, contract } from '../../shared/contract/index.ts'
import { hold, joinedReads } from './server.ts'

test('a test ends although one of the reads in a joint call is held', async () => {
  hold('listUsers')
  const reads = encodeURIComponent(JSON.stringify([contract.listUsers.path]))
  void fetch(`${apiBasePath}${contract.listChanges.path}?reads=${reads}`)
  await expect.poll(joinedReads).toHaveLength(1)
})
