import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../stack/lambdas.ts'
import { metadataContext } from '../../deploy/synthesize.ts'
import type { Template } from '../../deploy/template.ts'
import { readTemplate } from '../../deploy/whole-template.ts'

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
        ...metadataContext,
      }),
    },
  })
  return readTemplate(folder)
}
