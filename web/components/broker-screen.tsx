import { Fragment, type ReactNode } from 'react'
import { PageHeader } from './page-header.tsx'
import { IncompleteSettings } from './incomplete-settings.tsx'
import { type BrokerAccount, keyOf, useBroker } from '../lib/use-broker.ts'

type Props = {
  /** Content above the message that the settings are incomplete. */
  readonly aboveIncomplete?: ReactNode
  readonly title: string
  readonly description: string
  /** The content. It is rendered, and its data fetched, only if the IG settings are complete. */
  readonly children: (account: BrokerAccount) => ReactNode
}

/** A screen that shows data from the broker. */
export const BrokerScreen = ({ title, description, aboveIncomplete, children }: Props) => {
  const account = useBroker()
  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHeader title={title} description={description} />
      {account?.complete ? (
        // Because of the key, an open dialog about a deal closes when the account changes.
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
