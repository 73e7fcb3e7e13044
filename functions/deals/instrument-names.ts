import { listInstruments } from '../instruments/instrument-store.ts'

/** The user's own instrument names by epic. If several instruments have the same epic, the first name is used. */
export const instrumentNames = async (userId: string): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  for (const { igEpic, marketAndSymbol } of await listInstruments(userId))
    if (igEpic && !names.has(igEpic)) names.set(igEpic, marketAndSymbol)
  return names
}
