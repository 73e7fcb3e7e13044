import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'

const main = join(import.meta.dirname, 'main.ts')

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const start = (...options: string[]) => {
  const child = spawn(process.execPath, [main, ...options], { env: { ...process.env, PAPER_IG_PORT: '0' } })
  children.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const said = new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (piece: Buffer) => resolve(piece.toString()))
    child.stderr.once('data', (piece: Buffer) => reject(new Error(piece.toString())))
  })
  return { child, ended, said }
}

it('paper IG can run on its own, prints its addresses, and ends on a signal', async () => {
  const { child, ended, said } = start()
  const [demo] = (await said).match(/http:\S+(?=,)/) ?? []
  const reply = await fetch(`${demo}/accounts`)
  expect(await reply.json()).toEqual({ errorCode: 'error.security.api-key-missing' })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

it('paper IG lists its controls with --help', async () => {
  const { ended, said } = start('--help')
  expect(await said).toContain('POST /_paper/faults')
  expect(await ended).toBe(0)
})

it('paper IG reports an unknown option by name', async () => {
  const { ended, said } = start('--port')
  await expect(said).rejects.toThrow("Unknown option '--port'")
  expect(await ended).toBe(2)
})
