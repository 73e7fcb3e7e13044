import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../stack/lambdas.ts'
import { ApiClient } from '../../api-client.ts'
import { freePorts, until } from '../testing/local-cloud.ts'
import { demoUser } from './seed.ts'

it('npm run dev serves the site with Vite and the API with the local cloud', async () => {
  const port = await freePorts(24)
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-dev-'))
  const dev = spawn(process.execPath, ['infra/dev/local/dev.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ASSETS: 'built',
      DEV_PORT: String(port + 19),
      PORT: String(port),
      PAPER_IG_PORT: String(port + 20),
      LOCAL_DATA: folder,
    },
  })
  const ended = new Promise((resolve) => dev.once('exit', resolve))
  try {
    let output = ''
    for (const stream of [dev.stdout, dev.stderr])
      stream.on('data', (piece: Buffer) => (output += piece.toString()))
    await until(() => Promise.resolve(output.includes('Signalpost is ready at')))
    const site = `http://127.0.0.1:${port + 19}`
    expect(await (await fetch(`${site}/dashboard/overview`)).text()).toContain('/@vite/client')
    const client = new ApiClient(site)
    await client.call('login', demoUser)
    expect((await client.call('getMe', {})).email).toBe(demoUser.email)
  } finally {
    dev.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
})
