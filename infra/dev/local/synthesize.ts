import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../lambdas.ts'
import type { Template } from '../../deploy/template.ts'

const run = promisify(execFile)

/** Synthesizes the real CDK app in a process of its own, whose memory goes with it. Assets must be built. */
export const synthesize = async (
  folder: string,
  context: Readonly<Record<string, string>>,
): Promise<Template> => {
  rmSync(folder, { recursive: true, force: true })
  const cdkJson = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as {
    context: Record<string, unknown>
  }
  await run(process.execPath, ['infra/deploy/app.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ASSETS: 'built',
      CDK_OUTDIR: folder,
      // Paths name the resources, as the CDK's own command line asks for them.
      CDK_CONTEXT_JSON: JSON.stringify({
        ...cdkJson.context,
        ...context,
        'aws:cdk:enable-path-metadata': true,
      }),
    },
  })
  const file = readdirSync(folder).find((name) => name.endsWith('.template.json'))
  if (!file) throw new Error('The CDK app made no template')
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as Template
}
