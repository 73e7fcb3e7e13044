import { leastOwnSecret, webhookSecretLimits } from '../settings/webhook-secret.ts'

/** Each candidate costs keys of one batch read, so their number is limited. */
const maxCandidates = 8

/** The characters of the secrets that we make. */
const madeSecret = /[A-Za-z0-9_-]+/g

/** A secret of the user's own choosing may have other characters; these usually end a value in JSON, forms and lines. */
const ownSecret = /[^\s\p{Cc}\p{Cs}\p{Cf}"'`“”„‘’«»″′,;:=&{}[\]<>()|\\]+/gu

/**
 * What may be a webhook secret in a text that is no readable alert, the likeliest first: what follows the word `secret`,
 * then all else. Escaped and percent-encoded texts are read too.
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

/** JSON that was made text once more, or twice: `\"` is a quote, `\n` a line break, and `\u0022` a character. */
export const withoutEscapes = (text: string) =>
  text.replace(/\\+(?:u([0-9a-f]{4})|([nrt])|(.))/gis, (_, code?: string, blank?: string, sign?: string) =>
    code === undefined ? (blank === undefined ? (sign ?? '') : ' ') : String.fromCharCode(parseInt(code, 16)),
  )

/** A form's encoding. Only of one-byte characters: secrets are rarely of others. */
export const withoutPercents = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
