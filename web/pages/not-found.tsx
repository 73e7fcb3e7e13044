import { useNavigate } from '@tanstack/react-router'
import { Button } from '../components/button.tsx'
import { AuthCard } from '../features/session/auth-card.tsx'

export const NotFoundPage = () => {
  const navigate = useNavigate()
  return (
    <AuthCard title="Page not found" description="We couldn’t find a page at this address.">
      <Button onClick={() => void navigate({ to: '/auth/login' })}>Go to login</Button>
    </AuthCard>
  )
}
