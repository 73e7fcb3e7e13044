import { useQuery } from '@tanstack/react-query'
import { Card } from '../components/card.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { OwnPasswordForm } from '../features/account/own-password-form.tsx'
import { formatTimestamp } from '../lib/format.ts'
import { meQuery } from '../lib/session-queries.ts'

export const AccountPage = () => {
  const { data: me } = useQuery(meQuery)
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-6">
      <PageHeader title="Account" description="Who you are here, and your password" />
      {me && (
        <Card title="You">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
            {[
              ['Name', `${me.firstName} ${me.lastName}`],
              ['Email', me.email],
              ['Role', me.role === 'ADMIN' ? 'Admin' : 'User'],
              ['Since', formatTimestamp(me.createdAt)],
            ].map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
      <Card
        title="Password"
        description="With your current password you set a new one. Every other browser is then signed out."
      >
        <OwnPasswordForm />
      </Card>
    </div>
  )
}
