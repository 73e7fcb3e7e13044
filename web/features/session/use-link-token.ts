import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** A link's token, as the page was opened with it; empty if it has none. It is behind `#`, so that no access log has it. */
export const useLinkToken = (name = 'token') => {
  const hash = useLocation({ select: (location) => location.hash })
  const [token] = useState(() => new URLSearchParams(hash).get(name) ?? '')
  return token
}
