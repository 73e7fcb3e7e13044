import { isDecimalNumber, wrongNumber } from './alert-fields.ts'

type Note = (field: string, problem: string) => null

/**
 * Matches a name with an unquoted word as its value. Commas between digits belong to the word. The word may be empty,
 * but cannot begin with a blank. Otherwise the pattern would try every split of a long run of blanks.
 */
const barePair = /"(\w{1,15})"\s*:\s*(?!\s)(\d+(?:,\d+)+(?:\.\d+)?|[^\s"{}[\],]*)\s*[,}]/g
const list = /"(\w{1,15})"\s*:\s*\[([^[\]{}"]*)\]/g
const textFields: ReadonlySet<string> = new Set(['secret', 'market', 'action', 'time', 'id', 'comment'])
const literal = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?(e[-+]?\d+)?)$/i

/** Likely mistakes in a text that is not quite JSON, the most certain first. */
const likelyCauses: readonly (readonly [RegExp, string])[] = [
  [/^\{\s*\\+"/, 'The quotes have a backslash before them. Send plain quotes'],
  [/^\{\s*&quot;/, 'The quotes are written as &quot;. Send plain quotes'],
  [/^\{\s*'/, 'Names and texts must be in double quotes, not in single ones'],
  [/^\{\s*[“”„«»″＂‘’]/u, 'Names and texts must be in straight double quotes (")'],
  [/^\{\s*[a-z_]\w*\s*:/i, 'Names must be in double quotes'],
  [/\}\s*[[{]/, 'Send one alert at a time'],
  [/,\s*\}$/, 'There is a comma after the last field'],
]
const anyCause = 'Check for a missing quote or comma, or a quote inside a text'

/**
 * Explains broken JSON. TradingView fills in placeholders without escaping, so `NaN`, `229,37` or nothing may be where
 * a number should be. JSON allows fewer spellings of a number than we accept in quotes.
 */
export const noteBrokenJson = (text: string, note: Note) => {
  const noteWord = (field: string, word: string, isText: boolean) => {
    if (!literal.test(word))
      note(field, isText || isDecimalNumber(word) ? 'must be in quotes' : wrongNumber(word))
  }
  // Only the ATR has numeric names, which are its periods.
  for (const [, name = '', word = ''] of text.matchAll(barePair))
    noteWord(/^\d+$/.test(name) ? `atr.${name}` : name, word, textFields.has(name))
  for (const [, name = '', items = ''] of text.matchAll(list))
    for (const [place, item] of items.split(',').entries())
      noteWord(`${name}.${place + 1}`, item.trim(), false)
  const cause = likelyCauses.find(([pattern]) => pattern.test(text))?.[1] ?? anyCause
  note('body', `not valid JSON. ${cause}`)
}

/** Names that other tools and TradingView use for our fields. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  secret: ['passphrase', 'password', 'webhook_secret', 'webhooksecret', 'key', 'token', 'auth'],
  market: ['ticker', 'symbol', 'instrument', 'pair', 'epic'],
  action: ['side', 'signal', 'order', 'direction', 'command', 'type', 'sentiment'],
  price: ['close', 'entry', 'limit_price', 'limitprice', 'order_price'],
}

/**
 * Explains under which other name a missing field was probably sent.
 * @param names names of all fields in the alert
 * @returns null if no name is likely
 */
export const cameAs = (field: string, names: Iterable<string>): string | null => {
  const others = [field, ...(otherNames[field] ?? [])]
  const given = [...names]
  const name = others
    .map((other) => given.find((each) => each !== field && each.toLowerCase() === other))
    .find((each) => each !== undefined)
  if (name === undefined) return null
  const form = field === 'market' ? ', as "market": "{{exchange}}:{{ticker}}"' : ''
  return `missing. The alert has "${name}" instead: call it "${field}"${form}`
}
