import { parseArgs, type ParseArgsConfig } from 'node:util'

/** What is wrong with how a script was called, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Node's own parser. @throws UsageError naming the option */
export const parseOptions = <const Config extends ParseArgsConfig>(config: Config) => {
  try {
    return parseArgs(config)
  } catch (error) {
    // Node's first sentence names it; what follows is for programmers.
    throw new UsageError((error as Error).message.split(/\. |\n/)[0])
  }
}

/** @throws UsageError naming the option */
export const wholeNumber = (option: string, text: string, least: number): number => {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least) return Number(text)
  throw new UsageError(`${option} must be a whole number of at least ${least}, not '${text}'`)
}

/** @param what what each of them is, as `look` @throws UsageError naming those that are known */
export const onlyKnown = <Name extends string>(
  what: string,
  given: readonly string[],
  known: readonly Name[],
) => {
  const stranger = given.find((each) => !known.includes(each as Name))
  if (stranger === undefined) return given as readonly Name[]
  throw new UsageError(`Unknown ${what} '${stranger}'. Choose from: ${known.join(', ')}`)
}

/** For a script without options. `--help` prints the text; anything else is a usage error. */
export const readNoOptions = (help: string): void => {
  readCommand(help, () => parseOptions({ options: {} }))
}

/** Reads how a script was called. `--help` is answered with exit code 0, what is wrong with 2, and either ends it. */
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
