import type { Snapshot } from '../../../shared/trading/model/snapshot.ts'

/** The broker's name for the alert's instrument; undefined if the decision has not read it. */
export const instrumentName = ({ market, account, instrument }: Snapshot): string | undefined => {
  const isNamed = ({ epic, name }: { readonly epic: string; readonly name?: string }) =>
    name !== undefined && epic === instrument?.igEpic
  return (
    market?.name ?? [...(account?.positions ?? []), ...(account?.workingOrders ?? [])].find(isNamed)?.name
  )
}

/** An object with the instrument's name; empty if the name is unknown. */
export const named = (snapshot: Snapshot) => {
  const name = instrumentName(snapshot)
  return name === undefined ? {} : { name }
}
