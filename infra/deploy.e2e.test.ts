import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './lambdas.ts'
import { StandInCloudFormation } from './testing/stand-in-cloudformation.ts'

const cloud = new StandInCloudFormation()
const home = mkdtempSync(join(tmpdir(), 'signalpost-home-'))
let endpoint: string

beforeAll(async () => {
  endpoint = await cloud.listen()
})
afterAll(async () => {
  await cloud.stop()
  rmSync(home, { recursive: true, force: true })
})

const deploy = (...flags: readonly string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, ['infra/deploy.ts', ...flags, '--endpoint', endpoint], {
      cwd: root,
      // Without anybody's credentials, profiles or caches.
      env: { PATH: process.env.PATH, HOME: home, CI: 'true', ASSETS: 'built' },
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(String(piece)))
    child.once('exit', (code) => resolve({ code, said: said.join('') }))
  })

describe('a deployment to an endpoint that speaks CloudFormation', () => {
  it('needs nothing else: the CDK synthesizes, publishes every asset and executes its change set', async () => {
    const { code, said } = await deploy('--mail', 'me@example.com', '--stage', 'dry')
    expect(said).toContain('Signalpost stands.')
    expect(code).toBe(0)
    expect(cloud.unknown).toEqual([])
    expect(cloud.stacks.get('Signalpost-dry')?.status).toBe('CREATE_COMPLETE')
    const assets = [...cloud.objects.keys()].filter((name) => name.includes('cdk-hnb659fds-assets'))
    expect(assets.filter((name) => name.endsWith('.zip')).length).toBeGreaterThan(30)
    expect(assets.some((name) => cloud.stacks.get('Signalpost-dry')?.template.endsWith(name))).toBe(true)
    expect(said).toContain('https://d1.cloudfront.net/api/v1/trading-view-webhook')
    expect(said).toContain('me@example.com gets two mails')
  }, 300_000)
})
