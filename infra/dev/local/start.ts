import { parseOptions, readCommand, UsageError, wholeNumber } from '../../command-line.ts'
import { forget, startLocalCloud } from './cloud.ts'
import { defaultDataFolder } from './data-folder.ts'

const help = `npm start [-- --fresh]

Runs the whole product on this machine. Ports: PORT (3000) and PAPER_IG_PORT (3001).

  --fresh    start from scratch, discarding saved data`

/** Ports from 1024 that browsers and fetch block (https://fetch.spec.whatwg.org/#port-blocking). */
const refusedPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/** Reads a port from an environment variable. Checks this port and those that the local cloud uses above it. */
const readPort = (name: string, usual: string, alsoUsed: readonly number[]): number => {
  const port = wholeNumber(name, process.env[name] ?? usual, 1)
  const refused = [0, ...alsoUsed].map((offset) => port + offset).find((each) => refusedPorts.has(each))
  if (refused !== undefined)
    throw new UsageError(
      `${name}=${port} would use port ${refused}, which browsers block. Choose another port`,
    )
  return port
}

const { values, port, paperPort } = readCommand(help, () => ({
  ...parseOptions({ options: { fresh: { type: 'boolean', default: false } } }),
  port: readPort('PORT', '3000', [10, 11, 12, 13, 14, 16, 17]),
  paperPort: readPort('PAPER_IG_PORT', '3001', [1]),
}))
const dataFolder = process.env.LOCAL_DATA ?? defaultDataFolder
if (values.fresh) forget(dataFolder)

const began = performance.now()
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
console.log('Building the Lambdas and the site. This takes about 15 seconds the first time...')
try {
  const cloud = await startLocalCloud({
    port,
    paperPort,
    dataFolder,
    seed: process.env.SIGNALPOST_SEED !== 'none',
    requireSecondFactor: process.env.REQUIRE_SECOND_FACTOR === 'yes',
    built: process.env.ASSETS === 'built',
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
  // A signal to `npm start` ends only npm and its shell, so this process checks whether its parent has gone.
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
