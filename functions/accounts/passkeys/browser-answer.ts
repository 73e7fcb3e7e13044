/** The parts of a browser's credential that are read before the library verifies it. */
type Answer = {
  readonly id: string
  readonly response: { readonly clientDataJSON: string; readonly userHandle?: string }
}

const jsonFrom = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Parses a browser's credential.
 * @returns null if the text is not a credential
 */
export const parsePasskey = <Response extends Answer>(text: string): Response | null => {
  const parsed = jsonFrom(text) as Partial<Answer> | null
  const isAnswer = typeof parsed?.id === 'string' && typeof parsed.response?.clientDataJSON === 'string'
  return isAnswer ? (parsed as Response) : null
}

/** The challenge in a browser's response. The library verifies later that this challenge was signed. */
export const challengeOf = ({ response }: Answer): string | null => {
  const data = jsonFrom(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
  const challenge = (data as { challenge?: unknown } | null)?.challenge
  return typeof challenge === 'string' ? challenge : null
}
