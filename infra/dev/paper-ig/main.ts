#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { controlsInWords } from './controls.ts'
import { startPaperIg } from './paper-ig.ts'

const help = `npx paper-ig

Runs paper IG on its own: IG's REST wire format over seeded markets. Demo listens on PAPER_IG_PORT (3001), live one port up,
both reachable from this machine only. PAPER_IG_DATA names a file for accounts and deals; without it they are lost on exit.
Log in with any name that starts with "paper", any password and any API key.

${controlsInWords()
  .map(({ control, does }) => `  ${control.padEnd(30)}  ${does}`)
  .join('\n')}`

if (process.argv.includes('--help')) {
  console.log(help)
  process.exit(0)
}
try {
  parseArgs()
} catch (error) {
  // Only the first sentence of Node's error names the option. The rest is advice for programmers.
  console.error((error as Error).message.split(/\. |\n/)[0])
  process.exit(2)
}
const port = Number(process.env.PAPER_IG_PORT ?? 3001)
const dataFile = process.env.PAPER_IG_DATA
const paper = await startPaperIg({
  port,
  livePort: port === 0 ? 0 : port + 1,
  ...(dataFile ? { dataFile } : {}),
})
process.stdout.write(
  `Paper IG is ready: demo ${paper.url('DEMO')}, live ${paper.url('LIVE')}; --help lists its controls\n`,
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void paper.stop())
