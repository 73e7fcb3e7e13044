import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** The token of an email's link, as the page was opened with it. It is behind `#`, so that no access log has it. */
export const useLinkToken = () => {
  const hash = useLocation({ select: (location) => location.hash })
  const [token] = useState(() => new URLSearchParams(hash).get('token') ?? '')
  return token
}
