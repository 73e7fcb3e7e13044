import { buildAssets } from '../../deploy/build-assets.ts'
import { parseOptions, readCommand, UsageError } from '../../command-line.ts'
import { CloudUnderTest } from '../testing/local-cloud.ts'
import { drills, inWords, playDrill } from './drills.ts'

const names = Object.keys(drills)
const help = `npm run drill -- ${names.join(' | ')}

Simulates an outage on its own local cloud and shows which alarm fires and what the runbook’s searches find. Runs all drills if none is named.

${names.map((name) => `  ${name.padEnd(12)} ${drills[name]?.does ?? ''}`).join('\n')}`

const chosen = readCommand(help, () => {
  const { positionals } = parseOptions({ allowPositionals: true, options: {} })
  const unknown = positionals.find((name) => !(name in drills))
  if (unknown) throw new UsageError(`There is no drill '${unknown}': ${names.join(', ')}`)
  return positionals.length > 0 ? positionals : names
})

await buildAssets()
for (const name of chosen) {
  const drill = drills[name]
  if (!drill) continue
  const cloud = await CloudUnderTest.start()
  try {
    const report = await playDrill(drill, cloud)
    console.log(`${inWords(name, report)}\n`)
    const ringing = report.alarms.filter(({ isRinging }) => isRinging).map(({ alarm }) => alarm)
    if (drill.alarm === null ? ringing.length > 0 : !ringing.includes(drill.alarm)) process.exitCode = 1
  } finally {
    await cloud.stop()
  }
}
