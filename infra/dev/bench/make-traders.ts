import { benchMarkets } from './paper-world.ts'
import { runLines } from './run-program.ts'

/** A user with an account at paper IG. */
export type Trader = {
  readonly name: string
  readonly secret: string
  readonly account: { readonly userId: string; readonly accountId: string; readonly mode: 'DEMO' | 'LIVE' }
}

/**
 * Creates users with accounts at paper IG.
 * @param environment names of tables and secrets, as in a Lambda's environment
 */
export const makeTraders = async (
  environment: Readonly<Record<string, string>>,
  names: readonly string[],
  options: {
    readonly mode?: 'DEMO' | 'LIVE'
    readonly rules?: Readonly<Record<string, unknown>>
    readonly maxPositionSize?: string
  } = {},
): Promise<Trader[]> => {
  const made: Trader[] = []
  await runLines(
    'infra/dev/bench/programs/make-traders.ts',
    (line) => {
      if (line.startsWith('{"name":')) made.push(JSON.parse(line) as Trader)
    },
    {
      environment: {
        ...environment,
        BENCH_TRADERS: JSON.stringify({ names, markets: benchMarkets, ...options }),
      },
    },
  )
  if (made.length !== names.length) throw new Error(`${made.length} of ${names.length} traders were made`)
  return made
}
