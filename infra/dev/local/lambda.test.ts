import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { LambdaRuntime } from './lambda.ts'

const folder = mkdtempSync(join(tmpdir(), 'signalpost-lambda-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a Lambda runs without the compiler that strips types', async () => {
  const file = join(folder, 'bundle.mjs')
  writeFileSync(
    file,
    `export const handler = async (event) => ({
      event,
      compilers: process.moduleLoadList.filter((name) => name.includes('amaro')),
    })`,
  )
  const lambdas = new LambdaRuntime({ folder, onTrouble: () => {} })
  const spec = { name: 'probe', file, environment: {}, timeout: 60_000, memory: 512, reserved: null }
  expect(await lambdas.invoke(spec, 'ping')).toEqual({ event: 'ping', compilers: [] })
  await lambdas.stop()
})
