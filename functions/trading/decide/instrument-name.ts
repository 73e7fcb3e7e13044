import type { Snapshot } from '../../../shared/trading/model/snapshot.ts'

/** What the broker calls the alert's instrument, as far as its decision has read it. */
export const instrumentName = ({ market, account, instrument }: Snapshot): string | undefined => {
  const isNamed = ({ epic, name }: { readonly epic: string; readonly name?: string }) =>
    name !== undefined && epic === instrument?.igEpic
  return (
    market?.name ?? [...(account?.positions ?? []), ...(account?.workingOrders ?? [])].find(isNamed)?.name
  )
}

/** The same as a field that is missing if the name is not known. */
export const named = (snapshot: Snapshot) => {
  const name = instrumentName(snapshot)
  return name === undefined ? {} : { name }
}
