import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../stack/lambdas.ts'
import { freePorts, until } from '../testing/local-cloud.ts'
import { ApiClient } from '../../api-client.ts'
import type { Mail } from './mails.ts'
import { demoUser } from './seed.ts'

/** The tests in this file run the README's two commands as a user would, on separate ports. */

const data = mkdtempSync(join(tmpdir(), 'signalpost-commands-'))
let port: number
let started: ChildProcess
const isAnswering = (at: number, path: string) =>
  fetch(`http://localhost:${at}${path}`).then(
    () => true,
    () => false,
  )

beforeAll(async () => {
  port = await freePorts(24)
  started = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      ASSETS: 'built',
      PORT: String(port),
      PAPER_IG_PORT: String(port + 20),
      LOCAL_DATA: data,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [started.stdout, started.stderr])
    stream?.on('data', (piece: Buffer) => output.push(piece.toString()))
  await until(async () => {
    if (started.exitCode !== null) throw new Error(output.join(''))
    return Promise.resolve(output.join('').includes('Signalpost is ready at'))
  })
})
afterAll(() => {
  started.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true })
})

const alert = (...words: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const { PAPER_IG_PORT: _, ...env } = process.env
    execFile(
      'npm',
      ['run', '--silent', 'alert', '--', ...words],
      { cwd: root, env: { ...env, PORT: String(port) } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    )
  })

test('npm run alert needs only PORT to find paper IG, and prints the alert’s outcome', async () => {
  const placed = await alert('BUY', 'NASDAQ:AAPL')
  expect(placed.output).toMatch(/deal reference SP-/)
  expect(placed.code).toBe(0)
  const refused = await alert('BUY', 'NASDAQ:AAPL')
  expect(refused.output).toMatch(/✗ /)
  expect(refused.code).toBe(1)
})

test('npm run alert reports a changed password without a stack trace', async () => {
  const client = new ApiClient(`http://localhost:${port}`)
  await client.call('requestPasswordReset', { email: demoUser.email })
  const mail = await until(async () => {
    const mails = (await (await fetch(`http://localhost:${port}/_local/mails`)).json()) as Mail[]
    return mails.find(({ to, subject }) => to.includes(demoUser.email) && subject.startsWith('Reset'))
  })
  const token = /#(?:token=)?([\w.-]+)/.exec(mail.text)?.[1] ?? ''
  await client.call('changePassword', { token, newPassword: 'Another-Pass-1' })
  const { code, output } = await alert('BUY', 'NASDAQ:AAPL')
  expect(code).toBe(1)
  expect(output).toContain('with the original password')
  expect(output).not.toMatch(/^\s+at /m)
})

test('npm start ends the whole cloud on SIGTERM', async () => {
  expect(await isAnswering(port, '/')).toBe(true)
  expect(await isAnswering(port + 20, '/')).toBe(true)
  started.kill('SIGTERM')
  await until(async () => !(await isAnswering(port, '/')) && !(await isAnswering(port + 20, '/')))
})
