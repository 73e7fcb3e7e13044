import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Answered } from '../components/answered.tsx'
import { Card } from '../components/card.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { OwnPasswordForm } from '../features/accounts/own-password-form.tsx'
import { securityQuery } from '../features/accounts/queries.ts'
import { SecondFactors } from '../features/accounts/second-factors.tsx'
import { SessionList } from '../features/accounts/session-list.tsx'
import { WhenNear } from '../components/when-near.tsx'
import { UnverifiedEmail } from '../features/accounts/unverified-email.tsx'
import { formatTimestamp } from '../lib/format.ts'
import { meQuery } from '../lib/session-queries.ts'

/** Loaded on demand, because it is far down the page and few users have tokens. */
const TokenList = lazy(async () => ({
  default: (await import('../features/accounts/token-list.tsx')).TokenList,
}))

export const AccountPage = () => {
  const { data: me } = useQuery(meQuery)
  const [isChanged, setChanged] = useState(false)
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <PageHeader title="Account" description="Your profile, password and login security" />
      {me && (
        <Card title="Profile">
          {me.emailUnverified && <UnverifiedEmail email={me.email} />}
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
            {[
              ['Name', `${me.firstName} ${me.lastName}`],
              ['Email', me.email],
              ['Role', me.role === 'ADMIN' ? 'Admin' : 'User'],
              ['Created', formatTimestamp(me.createdAt)],
            ].map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
      <Card title="Password" description="Changing your password logs you out of every other browser.">
        <OwnPasswordForm />
      </Card>
      <Answered query={useQuery(securityQuery)} failure="Error loading security settings" meanwhile={null}>
        {(security) => (
          <>
            <Card
              title="Second factor"
              description="A second proof that it’s you, so a stolen password isn’t enough to log in."
            >
              <SecondFactors security={security} onChanged={() => setChanged(true)} />
            </Card>
            <Card title="Sessions" description="Browsers and devices where you’re logged in.">
              <SessionList sessions={security.sessions} isOffered={isChanged} />
            </Card>
            <Card
              title="API tokens"
              description="For scripts, the command line and agents. Changing your password revokes them all."
            >
              <WhenNear height="h-24">
                <TokenList />
              </WhenNear>
            </Card>
          </>
        )}
      </Answered>
    </div>
  )
}
