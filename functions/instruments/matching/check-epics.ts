import type { KnownInstrument } from '../../../shared/instruments/instrument.schema.ts'
import type { MarketFacts } from '../../broker/market-facts.ts'
import { type FactsWorld, readFacts } from './read-facts.ts'

/** The broker's last answer for each epic. */
export type KnownEpics = Readonly<Record<string, Pick<MarketFacts, 'name' | 'expiry'>>>

export type EpicFinding = {
  readonly kind: 'gone' | 'renamed' | 'rolled'
  readonly epic: string
  /** A sentence that names the instruments concerned. */
  readonly words: string
}

/**
 * Checks every epic of a list. Reports epics that the broker no longer knows, and epics with a new name or expiry.
 * @param known the broker's previous answers
 * @throws OutOfTime, BrokerError
 */
export const checkEpics = async (
  world: FactsWorld,
  rows: readonly Pick<KnownInstrument, 'marketAndSymbol' | 'igEpic'>[],
  known: KnownEpics,
  goUntil: number,
): Promise<{ readonly known: KnownEpics; readonly findings: readonly EpicFinding[] }> => {
  const symbols = new Map<string, string[]>()
  for (const { igEpic, marketAndSymbol } of rows)
    if (igEpic) symbols.set(igEpic, [...(symbols.get(igEpic) ?? []), marketAndSymbol])
  const epics = [...symbols.keys()]
  const next: Record<string, KnownEpics[string]> = {}
  const findings: EpicFinding[] = []
  const { found, unknown } = await readFacts(world, epics, goUntil)
  for (const { epic, name, expiry } of found) {
    next[epic] = { name, expiry }
    findings.push(...differences(epic, known[epic], next[epic], namesOf(symbols, epic)))
  }
  for (const epic of unknown)
    findings.push({
      kind: 'gone',
      epic,
      words: `IG no longer has ${epic}, the epic for ${namesOf(symbols, epic)}. Alerts for ${namesOf(symbols, epic)} are refused until you change the epic`,
    })
  // If the broker gave no answer for an epic, the previous answer is kept for the next check.
  const unread = Object.entries(known).filter(([epic]) => symbols.has(epic) && !(epic in next))
  return { known: { ...Object.fromEntries(unread), ...next }, findings }
}

const namesOf = (symbols: ReadonlyMap<string, readonly string[]>, epic: string) =>
  (symbols.get(epic) ?? []).join(' and ')

const differences = (
  epic: string,
  before: KnownEpics[string] | undefined,
  now: KnownEpics[string],
  names: string,
): EpicFinding[] => [
  ...(before && before.name !== now.name
    ? [
        {
          kind: 'renamed' as const,
          epic,
          words: `IG renamed ${epic} from “${before.name}” to “${now.name}”. Check that it is still ${names}`,
        },
      ]
    : []),
  ...(before && before.expiry !== now.expiry
    ? [
        {
          kind: 'rolled' as const,
          epic,
          words: `${epic} (${names}) has rolled from ${before.expiry} to ${now.expiry}`,
        },
      ]
    : []),
]
