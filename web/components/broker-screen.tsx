import { Fragment, type ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'
import { IncompleteSettings } from './incomplete-settings.tsx'
import { type BrokerAccount, keyOf, useBroker } from '../lib/use-broker.ts'

type Props = {
  /** Stands above the word that the settings are incomplete. */
  readonly aboveIncomplete?: ReactNode
  readonly title: string
  readonly description: string
  /** What is read at IG: rendered, and so fetched, only while it is known how to log in there. */
  readonly children: (account: BrokerAccount) => ReactNode
}

/** A screen of what the broker says. */
export const BrokerScreen = ({ title, description, aboveIncomplete, children }: Props) => {
  const account = useBroker()
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader title={title} description={description} />
      {account?.complete ? (
        // A dialog that asks about a deal of another account goes with it.
        <Fragment key={keyOf(account)}>{children(account)}</Fragment>
      ) : (
        <>
          {aboveIncomplete}
          <IncompleteSettings mode={account?.mode} />
        </>
      )}
    </div>
  )
}
