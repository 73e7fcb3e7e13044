import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from '../../deploy/build-assets.ts'
import { createFront } from '../local/front.ts'

/** The built site alone, on a free port, for tests that answer its calls themselves. */
export const serveSite = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-site-'))
  await buildSite(folder)
  const front = createFront({
    routes: [],
    siteFolder: folder,
    headers: {},
    originHeaders: {},
    control: () => Promise.resolve(null),
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(front.address() as AddressInfo).port}`,
    stop: async () => {
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
