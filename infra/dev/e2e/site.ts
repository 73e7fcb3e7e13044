import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from '../../deploy/build-assets.ts'
import { createFront } from '../local/front.ts'
import { close, listen } from '../servers.ts'

/** Serves the built site on a free port. The tests respond to its API calls themselves. */
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
  const url = await listen(front)
  return {
    origin: url.replace('127.0.0.1', 'localhost'),
    stop: async () => {
      await close(front)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
