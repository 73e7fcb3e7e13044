import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readTemplate } from '../../deploy/whole-template.ts'
import { synthesize, synthesizeAfresh } from './synthesize.ts'

const home = mkdtempSync(join(tmpdir(), 'signalpost-synthesize-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const context = (port: number) => ({
  stage: 'local',
  region: 'eu-west-2',
  siteOrigin: `http://localhost:${port}`,
  igDemoUrl: `http://127.0.0.1:${port + 1}/gateway/deal`,
  igLiveUrl: `http://127.0.0.1:${port + 2}/gateway/deal`,
  yahooUrl: `http://127.0.0.1:${port + 16}`,
  mailFrom: 'signalpost@signalpost.test',
})

it('a cached template equals that of a fresh synthesis, even if the ports have changed', async () => {
  await synthesize(join(home, 'first'), context(3000))
  const cached = await synthesize(join(home, 'second'), context(4000))
  await synthesizeAfresh(join(home, 'fresh'), context(4000))
  expect(cached).toEqual(readTemplate(join(home, 'fresh')))
  expect(JSON.stringify(cached)).not.toContain('.invalid')
})

it('a changed option leads to another synthesis', async () => {
  const one = await synthesize(join(home, 'third'), context(3000))
  const other = await synthesize(join(home, 'fourth'), { ...context(3000), logDays: '90' })
  expect(other).not.toEqual(one)
})
