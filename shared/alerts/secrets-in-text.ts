import { leastOwnSecret, webhookSecretLimits } from '../settings/webhook-secret.ts'

/** Maximum number of candidates. It is low, because each candidate uses keys of one batch read. */
const maxCandidates = 8

/** Matches words with the characters of generated secrets. */
const madeSecret = /[A-Za-z0-9_-]+/g

/**
 * Matches words, which may contain all characters except those that usually end a value in JSON, forms and lines. A
 * user's own secret may have characters that a generated secret does not have.
 */
const ownSecret = /[^\s\p{Cc}\p{Cs}\p{Cf}"'`“”„‘’«»″′,;:=&{}[\]<>()|\\]+/gu

/**
 * Possible webhook secrets in a text that is not a readable alert, the most likely first: words after `secret`, then
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
 * Undoes JSON escapes of text that was encoded once or twice: `\"` becomes a quote, `\n` becomes a space, and `\u0022`
 * becomes its character.
 */
export const withoutEscapes = (text: string) =>
  text.replace(/\\+(?:u([0-9a-f]{4})|([nrt])|(.))/gis, (_, code?: string, blank?: string, sign?: string) =>
    code === undefined ? (blank === undefined ? (sign ?? '') : ' ') : String.fromCharCode(parseInt(code, 16)),
  )

/** Decodes percent-encoded ASCII characters, as in forms. Secrets rarely have other characters. */
export const withoutPercents = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
