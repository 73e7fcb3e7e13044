import { parseArgs, type ParseArgsConfig } from 'node:util'

/** An incorrect use of a script. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Parses a script's options.
 * @throws UsageError that names the option
 */
export const parseOptions = <const Config extends ParseArgsConfig>(config: Config) => {
  try {
    return parseArgs(config)
  } catch (error) {
    // Node's first sentence names the option. The rest is only useful to programmers.
    throw new UsageError((error as Error).message.split(/\. |\n/)[0])
  }
}

/** @throws UsageError that names the option */
export const wholeNumber = (option: string, text: string, least: number): number => {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least) return Number(text)
  throw new UsageError(`${option} must be a whole number of at least ${least}, not '${text}'`)
}

/**
 * @param what the kind of name, such as `look`
 * @throws UsageError that lists the known names
 */
export const onlyKnown = <Name extends string>(
  what: string,
  given: readonly string[],
  known: readonly Name[],
) => {
  const stranger = given.find((each) => !known.includes(each as Name))
  if (stranger === undefined) return given as readonly Name[]
  throw new UsageError(`Unknown ${what} '${stranger}'. Choose from: ${known.join(', ')}`)
}

/** Reads the command line of a script without options. `--help` prints the text, and any argument is a usage error. */
export const readNoOptions = (help: string): void => {
  readCommand(help, () => parseOptions({ options: {} }))
}

/** Reads a script's command line. `--help` prints the text and exits with code 0. A usage error exits with code 2. */
export const readCommand = <Read>(help: string, read: () => Read): Read => {
  if (process.argv.slice(2).includes('--help')) {
    console.log(help)
    process.exit(0)
  }
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
