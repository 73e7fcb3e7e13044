/**
 * Every form in which a secret may appear in a text: plain, base64 (at each of the three offsets, in both alphabets),
 * hexadecimal, URL-encoded, JSON-escaped once and twice.
 */
export const formsOf = (secret: string): string[] => {
  const json = (text: string) => JSON.stringify(text).slice(1, -1)
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64')
    // Cuts off the characters that depend on neighbouring bytes.
    return text.slice(Math.ceil((offset * 8) / 6), -4)
  })
  return [
    ...new Set([
      secret,
      json(secret),
      json(json(secret)),
      encodeURIComponent(secret),
      new URLSearchParams({ s: secret }).toString().slice(2),
      Buffer.from(secret).toString('hex'),
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ]
}

/** Names of the secrets that a text contains in any form. */
export const secretsIn = (text: string, secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [name] : [],
  )
