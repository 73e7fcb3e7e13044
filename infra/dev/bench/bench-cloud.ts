import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arnOf } from '../local/secrets-manager.ts'
import { tableNameOf } from '../local/template.ts'
import { readTemplate } from '../../deploy/whole-template.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import type { Audited } from './audit.ts'
import { holdMarkets } from './paper-world.ts'

/** The local cloud in a process of its own, and what a program needs that makes users in its tables. */
export type BenchCloud = Audited & {
  readonly cloud: CloudUnderTest
  readonly origin: string
  /** Names of tables and secrets, and if the emulators are. */
  readonly environment: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/** @param options `seed`: with the demo user; `instances`: maximum instances of one Lambda */
export const startBenchCloud = async ({ seed = false, instances = 4 } = {}): Promise<BenchCloud> => {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-bench-'))
  const cloud = await CloudUnderTest.start({
    ASSETS: 'built',
    LOCAL_DATA: folder,
    LOCAL_INSTANCES: String(instances),
    ...(seed ? {} : { SIGNALPOST_SEED: 'none' }),
  })
  await holdMarkets(cloud.paperOrigin)
  const { endpoints } = (await cloud.control(`${cloud.origin}/_local`)) as {
    endpoints: Record<string, string>
  }
  const environment = { ...endpoints, ...namesIn(join(folder, 'cdk.out')) }
  return {
    cloud,
    origin: cloud.origin,
    paperOrigin: cloud.paperOrigin,
    environment,
    tables: { endpoint: endpoints.AWS_ENDPOINT_URL_DYNAMODB ?? '', names: environment },
    stop: async () => {
      await cloud.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What the synthesized Lambdas are notified of tables and secrets: plain text, or a reference to one of them. */
const namesIn = (cdkOut: string): Record<string, string> => {
  const { Resources } = readTemplate(cdkOut)
  const names: Record<string, string> = {}
  for (const { Type, Properties } of Object.values(Resources)) {
    if (Type !== 'AWS::Lambda::Function') continue
    const { Variables = {} } = (Properties?.Environment ?? {}) as { Variables?: Record<string, unknown> }
    for (const [name, value] of Object.entries(Variables)) {
      const id = (value as { Ref?: string } | null)?.Ref
      const type = id && Resources[id]?.Type
      if (typeof value === 'string') names[name] = value
      else if (type === 'AWS::DynamoDB::Table') names[name] = tableNameOf(id as string)
      else if (type === 'AWS::SecretsManager::Secret') names[name] = arnOf(id as string)
    }
  }
  return names
}
