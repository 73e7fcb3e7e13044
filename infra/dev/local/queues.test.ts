import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startQueues } from './queues.ts'

const listening = (port: number, host: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })

// Elsewhere 127.0.0.2 is no address of this machine.
test.runIf(process.platform === 'linux')('the queues listen on 127.0.0.1 and nowhere else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-queues-'))
  const free = await listening(0, '127.0.0.1')
  const { port } = free.address() as { port: number }
  await new Promise((resolve) => free.close(resolve))
  const queues = await startQueues(port, folder)
  try {
    // A port that is held on every interface cannot be had on another address.
    const other = await listening(port, '127.0.0.2')
    await new Promise((resolve) => other.close(resolve))
    await expect(listening(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  } finally {
    await queues.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
