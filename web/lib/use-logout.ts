import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { call } from './api.ts'
import { forgetFigures } from './kept-figures.ts'
import { forgetPlace, rememberPlace } from './way-back.ts'

/**
 * Ends the session in this browser, whatever the server answers, and opens the login page.
 * @param leadsBack whether the next login in this tab returns to the current page; true if the user did not choose to
 * log out
 */
export const useLogout = ({ leadsBack = false } = {}) => {
  const router = useRouter()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('logout', {}).catch(() => undefined),
    onSettled: async () => {
      if (leadsBack) rememberPlace(router.state.location.href)
      else forgetPlace()
      forgetFigures()
      await navigate({ to: '/auth/login' })
      queries.clear()
    },
  })
}
