import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { toast } from '../lib/toast.ts'
import { Busy } from '../components/busy.tsx'
import { Button } from '../components/button.tsx'
import { AuthCard } from '../features/session/auth-card.tsx'
import { ChangePasswordForm } from '../features/session/change-password-form.tsx'
import { resetTokenQuery } from '../lib/session-queries.ts'

const path = '/auth/change-password'

export const ChangePasswordPage = () => {
  // The token is in the URL’s fragment, which never appears in an access log. Older links have the token in the query.
  const here = useLocation({ select: ({ pathname, hash }) => (pathname === path ? hash : null) })
  const [hash, setHash] = useState(here ?? '')
  // The hash changes if the user opens a second link in this tab. It must not change when the user leaves the page.
  if (here !== null && here !== hash) setHash(here)
  const search = useSearch({ from: `/with-queries${path}` })
  const token = new URLSearchParams(hash).get('token') ?? search.token
  const navigate = useNavigate()
  const [changed, setChanged] = useState(false)
  // After the password has been changed, the link is not checked again.
  const check = useQuery(resetTokenQuery(changed ? undefined : token))
  const toLogin = () => void navigate({ to: '/auth/login' })

  useEffect(() => {
    if (token) return
    toast.error('Invalid reset link', {
      id: 'missing-reset-token',
      description: 'The password reset link is missing or invalid.',
    })
    void navigate({ to: '/auth/login', replace: true })
  }, [token, navigate])

  if (!token) return null
  if (changed)
    return (
      <AuthCard title="Password changed" description="You can now log in with your new password.">
        <Button onClick={toLogin}>Continue to login</Button>
      </AuthCard>
    )
  if (check.isPending)
    return (
      <AuthCard title="Validating reset link">
        <Busy busy text="One moment">
          {null}
        </Busy>
      </AuthCard>
    )
  if (check.isError)
    return (
      <AuthCard title="Invalid reset link" description="This password reset link is invalid or has expired.">
        <div className="grid gap-2">
          <Button onClick={() => void navigate({ to: '/auth/reset-password' })}>
            Request new reset link
          </Button>
          <Button kind="quiet" className="h-10" onClick={toLogin}>
            Back to login
          </Button>
        </div>
      </AuthCard>
    )
  return (
    <AuthCard title="Change your password">
      <ChangePasswordForm token={token} onChanged={() => setChanged(true)} />
    </AuthCard>
  )
}
