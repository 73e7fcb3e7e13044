import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from './api.ts'

/** Ends the session here whatever the server says, and goes to login. */
export const useLogout = () => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('logout', {}).catch(() => undefined),
    onSettled: async () => {
      await navigate({ to: '/auth/login' })
      queries.clear()
    },
  })
}
