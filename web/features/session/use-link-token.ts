import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/**
 * Returns the token from the link that opened the page; empty if there is none. The token is in the fragment after `#`,
 * so it never appears in an access log.
 */
export const useLinkToken = (name = 'token') => {
  const hash = useLocation({ select: (location) => location.hash })
  const [token] = useState(() => new URLSearchParams(hash).get(name) ?? '')
  return token
}
