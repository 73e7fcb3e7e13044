import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Returns the token of a link as the page was opened; empty if there is none. The token is in the fragment after `#`, so
 * that it never reaches an access log.
 */
export const useLinkToken = (name = 'token') => {
  const hash = useLocation({ select: (location) => location.hash })
  const [token] = useState(() => new URLSearchParams(hash).get(name) ?? '')
  return token
}
