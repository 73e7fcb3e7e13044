import { leastOwnSecret, webhookSecretLimits } from '../settings/webhook-secret.ts'

/** Limited, because each candidate costs keys of one batch read. */
const maxCandidates = 8

/** The characters of generated secrets. */
const madeSecret = /[A-Za-z0-9_-]+/g

/** A user's own secret may have other characters. These usually end a value in JSON, forms and lines. */
const ownSecret = /[^\s\p{Cc}\p{Cs}\p{Cf}"'`“”„‘’«»″′,;:=&{}[\]<>()|\\]+/gu

/**
 * Possible webhook secrets in a text that is no readable alert, the most likely first: the word after `secret`, then
 * all others. Escaped and percent-encoded texts are also searched.
 */
export const secretsInText = (text: string): readonly string[] => {
  const found = [text, withoutEscapes(text), withoutPercents(text)].flatMap((form) =>
    [madeSecret, ownSecret].flatMap((pattern) =>
      Array.from(form.matchAll(pattern), ({ 0: word, index }) => ({
        word,
        isNamed: /secret\W{0,12}$/i.test(form.slice(Math.max(0, index - 20), index)),
      })).filter(({ word }) => word.length >= leastOwnSecret && word.length <= webhookSecretLimits.max),
    ),
  )
  const { named = [], others = [] } = Object.groupBy(found, ({ isNamed }) => (isNamed ? 'named' : 'others'))
  return [...new Set([...named, ...others].map(({ word }) => word))].slice(0, maxCandidates)
}

/**
 * Undoes JSON escapes of text that was encoded once or twice: `\"` is a quote, `\n` a line break, and `\u0022` a
 * character.
 */
export const withoutEscapes = (text: string) =>
  text.replace(/\\+(?:u([0-9a-f]{4})|([nrt])|(.))/gis, (_, code?: string, blank?: string, sign?: string) =>
    code === undefined ? (blank === undefined ? (sign ?? '') : ' ') : String.fromCharCode(parseInt(code, 16)),
  )

/** Undoes a form's encoding for one-byte characters, because secrets rarely have others. */
export const withoutPercents = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
