import type { Metafile } from 'esbuild'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ceilingOf, figuresOf } from './bundles.ts'
import { bundleFolder } from '../stack/assets.ts'
import { bundleOf, entryPoints, functionNames, onAlertPath } from '../stack/lambdas.ts'
import { grants } from '../stack/grants/index.ts'

/** esbuild's metadata of the bundles that the local cloud runs. They are built by infra/dev/testing/build-once.ts. */
const built = JSON.parse(readFileSync(join(bundleFolder, 'meta.json'), 'utf8')) as Metafile
const figures = new Map(figuresOf(built).map((each) => [each.name, each]))

const packagesAtStart = (bundle: string) => Object.keys(figures.get(bundle)?.packages ?? {})
const packagesOf = (bundle: string) => [
  ...packagesAtStart(bundle),
  ...Object.keys(figures.get(bundle)?.later ?? {}),
]

describe('a bundle', () => {
  it('is no larger than its size limit', () => {
    expect([...figures.keys()].sort()).toEqual(Object.keys(entryPoints()).sort())
    for (const { name, bytes, modules } of figures.values()) {
      expect(bytes, name).toBeLessThanOrEqual(ceilingOf(name))
      expect(modules, name).toBeLessThanOrEqual(1_000)
    }
  })

  it('does not search for credentials, because Lambda provides them in the environment', () => {
    for (const { packages, name } of figures.values())
      expect(
        Object.keys(packages).filter((each) => each.includes('credential-provider')),
        name,
      ).toEqual([])
  })

  it('contains less than 80 kB of zod, because it includes only one of zod’s languages', () => {
    // The agents' tools need zod's JSON Schema code, which the bundles in the tools' folder share.
    for (const { packages, name } of figures.values()) expect(packages.zod ?? 0, name).toBeLessThan(80_000)
  })

  it('contains the code for passkeys or one-time codes only if its function uses it', () => {
    const holding = (name: string) =>
      [...figures.values()].filter(({ packages }) => name in packages).map((each) => each.name)
    expect(holding('@simplewebauthn/server').sort()).toEqual([
      'accounts/add-passkey',
      'accounts/sign-in-with-passkey',
      'accounts/start-passkey',
      'accounts/start-passkey-setup',
      'accounts/step-up-with-passkey',
    ])
    expect(holding('otpauth').sort()).toEqual([
      'accounts/confirm-totp',
      'accounts/start-totp',
      'accounts/step-up',
      'accounts/verify-second-factor',
      'background/retire-root-key',
    ])
  })

  it('contains an AWS client only if its function may call that service', () => {
    for (const name of functionNames) {
      const {
        mailUsers,
        startMail,
        startDividends,
        startDeletion,
        startMatching,
        startEpicCheck,
        downloads,
        sendAlerts,
        returnAlerts,
        sendNotifications,
        rootSecret,
        userSecrets,
      } = grants[name]
      const clients: Record<string, unknown> = {
        '@aws-sdk/client-sesv2': mailUsers,
        '@aws-sdk/client-lambda':
          startMail ?? startDividends ?? startDeletion ?? startMatching ?? startEpicCheck,
        '@aws-sdk/client-s3': downloads,
        '@aws-sdk/client-sqs': sendAlerts ?? returnAlerts ?? sendNotifications,
        '@aws-sdk/client-secrets-manager': rootSecret ?? userSecrets,
      }
      for (const client of packagesOf(bundleOf(name)).filter((each) => each in clients))
        expect(clients[client], `${name} holds ${client}`).toBeDefined()
    }
  })

  it('contains only the AWS clients of DynamoDB, Secrets Manager and SQS if it belongs to the webhook', () => {
    expect(
      packagesOf(bundleOf('receiveAlert'))
        .filter((name) => name.startsWith('@aws-sdk/client-'))
        .sort(),
    ).toEqual(['@aws-sdk/client-dynamodb', '@aws-sdk/client-secrets-manager', '@aws-sdk/client-sqs'])
  })

  it('contains the Yahoo reader only if its function may call Yahoo, and never contains React or the CDK', () => {
    for (const name of functionNames) {
      const packages = packagesOf(bundleOf(name))
      if (!grants[name].yahoo) expect(packages, name).not.toContain('yahoo-finance2')
      for (const foreign of ['aws-cdk-lib', 'react']) expect(packages, name).not.toContain(foreign)
    }
  })

  it('loads the reader of daily prices on demand, because few alerts need it', () => {
    const starting = (held: string) =>
      functionNames.filter((name) => packagesAtStart(bundleOf(name)).includes(held))
    expect(starting('yahoo-finance2')).toEqual(['fetch-dividend-dates'])
    expect(starting('@aws-sdk/client-sesv2')).toEqual(['send-notices', 'send-mail'])
    const { later = {} } = figures.get(bundleOf('execute-alerts')) ?? {}
    expect(Object.keys(later)).toEqual(expect.arrayContaining(['yahoo-finance2']))
  })

  it('can be loaded on its own, because all its chunks are in its folder', async () => {
    for (const { name, files } of figures.values())
      for (const file of files) expect(dirname(file), name).toBe(`.build/functions/${dirname(name)}`)
    expect(figures.get(bundleOf('execute-alerts'))?.files.length).toBeGreaterThan(1)
    const file = pathToFileURL(join(bundleFolder, `${bundleOf('execute-alerts')}.mjs`)).href
    expect(await import(file)).toMatchObject({ handler: expect.any(Function) as unknown })
  })

  it('is alone in its folder if its function is on the path of an alert', () => {
    for (const name of onAlertPath) {
      const folder = dirname(bundleOf(name))
      expect(Object.keys(entryPoints()).filter((each) => dirname(each) === folder)).toEqual([bundleOf(name)])
    }
  })
})
