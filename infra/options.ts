import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'aws-cdk-lib'
import { root } from './lambdas.ts'

/** What a deployment may choose, given as CDK context (`-c name=value`). */
export type Options = {
  /** `production` keeps its data when the stack is deleted. */
  readonly stage: string
  readonly region: string
  /** Sender of all mail. */
  readonly mailFrom: string
  /** Origin of the site where it is not CloudFront's own name. */
  readonly siteOrigin: string | undefined
  readonly igDemoUrl: string
  readonly igLiveUrl: string
  readonly yahooUrl: string
  readonly version: string
}

export const readOptions = (app: App): Options => {
  const context = (name: string): string | undefined => app.node.tryGetContext(name) as string | undefined
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    stage: context('stage') ?? 'production',
    region: context('region') ?? 'eu-west-2',
    mailFrom: context('mailFrom') ?? 'signalpost@example.com',
    siteOrigin: context('siteOrigin'),
    igDemoUrl: context('igDemoUrl') ?? 'https://demo-api.ig.com/gateway/deal',
    igLiveUrl: context('igLiveUrl') ?? 'https://api.ig.com/gateway/deal',
    yahooUrl: context('yahooUrl') ?? 'https://query2.finance.yahoo.com',
    version: context('version') ?? version,
  }
}
