import { BlockList, connect, createServer, type LookupFunction, type Server } from 'node:net'
import { createServer as createHttpsServer } from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hooksCertificate } from '../../../infra/dev/testing/hooks-certificate.ts'
import { parseAddress, problemWithAddress } from './public-address.ts'
import { AddressRefused, sendOutside } from './send-outside.ts'

let server: Server
let port = 0
let connections = 0

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  // The server listens on every address of this machine, including IPv6, and counts every connection.
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  port = (server.address() as { port: number }).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Simulates a DNS that returns these addresses, one after another. */
const resolvingTo = (...addresses: string[]): LookupFunction => {
  let asked = 0
  return (_, options, done) => {
    const address = addresses[Math.min(asked, addresses.length - 1)] as string
    asked += 1
    const family = address.includes(':') ? 6 : 4
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
}

const send = (url: URL, lookup?: LookupFunction) =>
  sendOutside({ url, headers: {}, body: '{}' }, { port, ...(lookup ? { lookup } : {}) })

/** URLs with IP addresses in various spellings, and with names that are never public. */
const literal = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://017700000001/',
  'https://①②⑦.⓪.⓪.①/',
  'https://0.0.0.0/',
  'https://0/',
  'https://10.0.0.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.16.0.1/',
  'https://192.168.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://localhost/',
  'https://hooks.localhost/',
  'https://metadata.google.internal/',
  'https://router.lan/',
  'https://intranet/',
  'http://hooks.example.com/',
  'https://hooks.example.com:8443/',
  'https://hooks.example.com:22/',
  'https://user:password@hooks.example.com/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
]

/** Forbidden addresses to which a public name may resolve. */
const resolved = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '100.127.255.255',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.178.1',
  '198.18.0.1',
  '224.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
]

describe('a forbidden address from a user', () => {
  it.each(literal)('is refused before any request if it is %s', async (address) => {
    const url = parseAddress(address)
    if (!url) return
    expect(problemWithAddress(url)).not.toBeNull()
    await expect(send(url)).rejects.toBeInstanceOf(AddressRefused)
  })

  it.each(resolved)('is refused at the connection if its name resolves to %s', async (address) => {
    await expect(send(new URL('https://hooks.example.com/'), resolvingTo(address))).rejects.toBeInstanceOf(
      AddressRefused,
    )
  })

  it('is refused at every attempt, even if its name resolves to a different address each time', async () => {
    const lookup = resolvingTo('127.0.0.1', '169.254.169.254', '10.0.0.1')
    for (let tries = 0; tries < 3; tries += 1)
      await expect(send(new URL('https://hooks.example.com/'), lookup)).rejects.toBeInstanceOf(AddressRefused)
  })

  it('causes no connection in any of these tests', () => {
    expect(literal.length + resolved.length).toBeGreaterThanOrEqual(40)
    expect(connections).toBe(0)
  })

  it('would cause a connection to this machine if the address were not checked', async () => {
    await new Promise<void>((resolve) => connect(port, '127.0.0.1').on('close', () => resolve()))
    expect(connections).toBe(1)
  })
})

describe('an allowed address from a user', () => {
  const allowed = { lookup: resolvingTo('127.0.0.1'), blockList: new BlockList() }
  const url = new URL('https://hooks.example.com/notices?a=b')
  const received: string[] = []
  const hooks = createHttpsServer(hooksCertificate, (request, response) => {
    request.on('data', (piece) => received.push(`${request.method} ${request.url} ${String(piece)}`))
    request.on('end', () => {
      if (request.headers['x-test'] === 'hang') return
      if (request.headers['x-test'] === 'large') return void response.end('x'.repeat(1_000_000))
      response.writeHead(302, { location: 'https://169.254.169.254/' })
      response.end('moved')
    })
  })
  let hooksPort = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', () => resolve()))
    hooksPort = (hooks.address() as { port: number }).port
  })
  afterAll(() => {
    hooks.closeAllConnections()
    hooks.close()
  })
  const ask = (test: string, ca: string | undefined = hooksCertificate.cert, to = url) =>
    sendOutside(
      { url: to, headers: { 'x-test': test }, body: '{"a":1}' },
      { ...allowed, port: hooksPort, ...(ca === '' ? {} : { ca }) },
    )

  it('is requested over TLS, and a redirect is reported but not followed', async () => {
    expect(await ask('redirect')).toMatchObject({ status: 302, text: 'moved' })
    expect(received).toEqual(['POST /notices?a=b {"a":1}'])
  })

  it('must have a trusted certificate for its own name', async () => {
    await expect(ask('none', '')).rejects.toThrow('no connection')
    await expect(ask('none', undefined, new URL('https://other.example.com/'))).rejects.toThrow(
      'no connection',
    )
  })

  it('has 5 s to respond, and only the first 16 KiB of its response are read', async () => {
    expect((await ask('large')).text).toHaveLength(16 * 1024)
    await expect(ask('hang')).rejects.toThrow('no answer within 5 s')
  })
})
