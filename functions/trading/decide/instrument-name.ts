import type { Snapshot } from '../../../shared/trading/model/snapshot.ts'

/** The broker's name of the alert's instrument, if its decision has read it. */
export const instrumentName = ({ market, account, instrument }: Snapshot): string | undefined => {
  const isNamed = ({ epic, name }: { readonly epic: string; readonly name?: string }) =>
    name !== undefined && epic === instrument?.igEpic
  return (
    market?.name ?? [...(account?.positions ?? []), ...(account?.workingOrders ?? [])].find(isNamed)?.name
  )
}

/** The name as a field; no field if the name is unknown. */
export const named = (snapshot: Snapshot) => {
  const name = instrumentName(snapshot)
  return name === undefined ? {} : { name }
}
