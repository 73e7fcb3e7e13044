import { parseOptions, readCommand } from '../../command-line.ts'
import { defaultDataFolder, forget, startLocalCloud } from './cloud.ts'

const help = `npm start [-- --fresh]

Runs the whole product on this machine. Ports: PORT (3000) and PAPER_IG_PORT (3001).

  --fresh    start from scratch, discarding saved data`

const { values } = readCommand(help, () =>
  parseOptions({ options: { fresh: { type: 'boolean', default: false } } }),
)
const dataFolder = process.env.LOCAL_DATA ?? defaultDataFolder
if (values.fresh) forget(dataFolder)

const began = performance.now()
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
try {
  const cloud = await startLocalCloud({
    port: Number(process.env.PORT ?? 3000),
    paperPort: Number(process.env.PAPER_IG_PORT ?? 3001),
    dataFolder,
    seed: process.env.SIGNALPOST_SEED !== 'none',
    requireSecondFactor: process.env.REQUIRE_SECOND_FACTOR === 'yes',
    built: process.env.ASSETS === 'built',
    mostInstances: Number(process.env.LOCAL_INSTANCES) || undefined,
    onStep: (step, milliseconds) => console.log(`${seconds(milliseconds).padStart(8)}  ${step}`),
    onTrouble: (line) => console.error(line),
  })
  console.log(`Signalpost is ready at ${cloud.origin}`)
  console.log(
    `${seconds(performance.now() - began)} from start to ready; paper IG at ${cloud.paper.url('DEMO')}`,
  )

  let ending = false
  const end = () => {
    if (ending) process.exit(1)
    ending = true
    void cloud.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // A signal that ends `npm start` ends npm and its shell, and tells this process nothing.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) end()
  }, 500).unref()
} catch (error) {
  const busy = (error as { code?: string; port?: number }).code === 'EADDRINUSE'
  console.error(
    busy
      ? `Port ${(error as { port?: number }).port} is in use. Set PORT or PAPER_IG_PORT, or stop the process that uses it.`
      : error,
  )
  process.exit(1)
}
