import {
  readAction,
  readAtr,
  readComment,
  readId,
  readMarket,
  readPercent,
  readPosition,
  readPositionSize,
  readPrice,
  readSecret,
  readStop,
  readStrategy,
  readTime,
  readTrail,
  type Say,
} from './alert-fields.ts'
import {
  givenTwice,
  complainOfText,
  hasNul,
  isObject,
  type JsonObject,
  type JsonValue,
  nulProblem,
  plainData,
  readJson,
} from './alert-json.ts'
import { type AlertAction, mayOpen } from './alert-action.ts'
import { type Alert, alertLimits } from './alert.ts'
import { cameAs, noteBrokenJson } from './broken-text.ts'
import { withoutEscapes, withoutPercents } from './secrets-in-text.ts'
import { counted } from '../platform/figures.ts'
import { actionOf, percentOff, positionChange, type PositionChange, wordsFor } from './position-change.ts'

export { alertIdentity } from './alert-identity.ts'

/** A parsed alert, or each wrong field with its problem. `body` means the whole text. */
export type ParsedAlert =
  | { readonly kind: 'alert'; readonly secret: string; readonly alert: Alert }
  | {
      readonly kind: 'invalid'
      readonly secret: string | null
      readonly problems: Readonly<Record<string, string>>
    }

type Note = (field: string, problem: string) => null

const byteOrderMark = '\uFEFF'

/**
 * Parses an alert in JSON or in one line. The text alone determines which, because TradingView's content type does not.
 */
export const parseAlert = (body: string): ParsedAlert => {
  const problems = new Map<string, string>()
  const note: Note = (field, problem) => {
    if (!problems.has(field)) problems.set(field, problem)
    return null
  }
  const text = withoutEdges(body.startsWith(byteOrderMark) ? body.slice(1) : body)
  const fields = /^(\{(?!\{)|\[|")/.test(text) ? fieldsOfJson(text, note) : fieldsOfLine(text, note)
  const alert = fields && understand(fields, note)
  const secret = fields ? readSecret(fields.get('secret'), () => null) : secretInBrokenJson(text)
  return alert && secret !== null && problems.size === 0
    ? { kind: 'alert', secret, alert: withoutSecret(alert, secret) }
    : { kind: 'invalid', secret, problems: Object.fromEntries(problems) }
}

/** Whether a character is Unicode white space. This excludes the byte order mark, so a second mark is noticed. */
const isBlank = (character: string | undefined) =>
  character !== undefined && /\p{White_Space}/u.test(character)

const withoutEdges = (text: string) => {
  let start = 0
  let end = text.length
  while (isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

const fieldNames = [
  'secret',
  'market',
  'action',
  'price',
  'time',
  'atr',
  'id',
  'comment',
  'strategy',
  'position',
  'prev_position',
  'position_size',
  'prev_position_size',
  'percent',
  'level',
  'to',
  'offset',
  'distance',
  'step',
] as const
type FieldName = (typeof fieldNames)[number]

/** Alternative names of fields. The last name in a list is that of TradingView's placeholder. */
const otherSpellings: Partial<Record<FieldName, readonly string[]>> = {
  position: ['market_position'],
  prev_position: ['prevPosition', 'prev_market_position'],
  position_size: ['positionSize', 'market_position_size'],
  prev_position_size: ['prevPositionSize', 'prev_market_position_size'],
}
const namesOf = (field: FieldName) => [field, ...(otherSpellings[field] ?? [])]
const allNames: ReadonlySet<string> = new Set(fieldNames.flatMap(namesOf))
/** Fields that only some actions use. Other actions keep these fields for the log, like unknown fields. */
const fieldsOf: Partial<Record<AlertAction, readonly FieldName[]>> = {
  REDUCE: ['percent'],
  STOP: ['level', 'to', 'offset'],
  TRAIL: ['distance', 'step'],
}
const fieldsOfActions: ReadonlySet<string> = new Set(Object.values(fieldsOf).flat())
const pairNames: ReadonlySet<string> = new Set([...allNames].filter((name) => /position/i.test(name)))

/** The field's value under the first of its names that has a value. */
const valueOf = (fields: JsonObject, field: FieldName) =>
  namesOf(field)
    .map((name) => fields.get(name))
    .find((value) => value != null) ?? fields.get(field)

const isGiven = (fields: JsonObject, field: FieldName) => (valueOf(fields, field) ?? null) !== null

/** Fields whose misspelt names must be noticed. Without its tag or position, an exit would close the wrong deals. */
const misspeltNames = ['strategy', 'position', 'prev_position'] as const

/**
 * Reports an alert that is inside a field, as some tools send it. A long name of the field is not quoted, because it
 * could be a secret.
 */
const noteNesting = (fields: JsonObject, note: Note) => {
  for (const [name, value] of fields)
    if (isObject(value) && (value.has('secret') || value.has('market')) && !fields.has('market'))
      note(
        'body',
        `the fields are inside ${/^\w{1,15}$/.test(name) ? `"${name}"` : 'another field'}. Send them at the top`,
      )
}

/**
 * Reads all fields and reports every wrong field.
 * @returns null if market, action or ATRs are wrong
 */
const understand = (fields: JsonObject, note: Note): Alert | null => {
  const read = <T>(field: FieldName, reader: (value: JsonValue | undefined, say: Say) => T) =>
    reader(valueOf(fields, field), (problem, part) => {
      const otherName = isGiven(fields, field) ? null : cameAs(field, fields.keys())
      return note(part ? `${field}.${part}` : field, otherName ?? problem)
    })

  noteNesting(fields, note)
  for (const field of misspeltNames)
    if (!isGiven(fields, field) && [...fields.keys()].some((name) => name.toLowerCase() === field))
      note(field, `must be written "${field}", in small letters`)
  read('secret', readSecret)
  const ordered = read('action', readAction)
  const market = read('market', (value, say) => readMarket(value, say, ordered === 'CLOSE_ALL'))
  const hasPair = isGiven(fields, 'position') && isGiven(fields, 'prev_position')
  const change = hasPair ? readChange(read, ordered, note) : null
  const isFlat = !hasPair && saysFlat(fields, ordered, note)
  const action = change ? actionOf(change) : isFlat ? 'CLOSE' : ordered
  const needsNoPrice = action !== null && !mayOpen(action) && (fields.get('price') ?? null) === null
  const price = needsNoPrice ? null : read('price', readPrice)
  const firedAt = read('time', readTime)
  const atr = read('atr', readAtr)
  const id = read('id', readId)
  const comment = read('comment', readComment)
  const strategy = read('strategy', readStrategy)
  const terms = action === null ? {} : readTerms(action, change, fields, note)
  if (market === null || action === null || atr === null) return null

  // Fields without an effect are kept unchanged, such as a position without the previous position.
  const isUnknown = (name: string) =>
    !allNames.has(name) ||
    (pairNames.has(name) && !hasPair && !isFlat) ||
    (fieldsOfActions.has(name) && (change !== null || !fieldsOf[action]?.includes(name as FieldName)))
  const unknown = [...fields].filter(([name]) => isUnknown(name))
  const others = Object.fromEntries(unknown.map(([name, value]) => [name, plainData(value)]))
  return {
    market,
    action,
    price,
    firedAt,
    atr,
    id,
    comment,
    ...(strategy === null ? {} : { strategy }),
    ...(change === null ? {} : { change }),
    ...(isFlat ? { isFlat } : {}),
    ...terms,
    others,
  }
}

type FieldReader = <T>(field: FieldName, reader: (value: JsonValue | undefined, say: Say) => T) => T

/** What the strategy's order did, according to the positions before and after it; null if these are wrong. */
const readChange = (
  read: FieldReader,
  ordered: Alert['action'] | null,
  note: Note,
): PositionChange | null => {
  const to = read('position', readPosition)
  const from = read('prev_position', readPosition)
  const sizeAfter = read('position_size', readPositionSize)
  const sizeBefore = read('prev_position_size', readPositionSize)
  if (to === null || from === null) return null
  const change = positionChange({ from, to, sizeBefore, sizeAfter }, ordered)
  if (change === null) return note('position', 'flat before and after, so there is nothing to do')
  return ordered === null || wordsFor(change).includes(ordered)
    ? change
    : note('action', `says ${ordered}, but the strategy went from ${from} to ${to}`)
}

/**
 * Whether an alert without the previous position says that its strategy is flat. Any other position has no meaning
 * without the previous position.
 */
const saysFlat = (fields: JsonObject, ordered: Alert['action'] | null, note: Note): boolean => {
  if (readPosition(valueOf(fields, 'position'), () => null) !== 'flat') return false
  const isExit = ordered === null || ['BUY', 'SELL', 'CLOSE'].includes(ordered)
  if (!isExit) note('action', `says ${ordered}, but the strategy is flat`)
  return isExit
}

/**
 * Reads the additional fields of REDUCE, STOP and TRAIL. If a strategy reduces its position, the percentage follows
 * from the sizes.
 */
const readTerms = (
  action: AlertAction,
  change: PositionChange | null,
  fields: JsonObject,
  note: Note,
): Pick<Alert, 'percent' | 'stop' | 'trail'> => {
  if (action === 'REDUCE') {
    const percent = change
      ? percentOff(change.sizeBefore, change.sizeAfter)
      : readPercent(fields.get('percent'), (problem) => note('percent', problem))
    return percent === null ? {} : { percent }
  }
  if (action === 'STOP') {
    const stop = readStop([fields.get('level'), fields.get('to'), fields.get('offset')], note)
    return stop === null ? {} : { stop }
  }
  if (action !== 'TRAIL') return {}
  const trail = readTrail([fields.get('distance'), fields.get('step')], note)
  return trail === null ? {} : { trail }
}

// --- Alerts in JSON ---

const fieldsOfJson = (text: string, note: Note): JsonObject | null => {
  let complained = false
  const value = readJson(text, (path, problem) => {
    complained = true
    noteAtPath(path, problem, note)
  })
  if (isObject(value)) return value
  if (value !== undefined) note('body', 'must be a JSON object or a single line')
  else if (!complained) noteBrokenJson(text, note)
  return null
}

/**
 * Reports a problem at a path. The field is named only if its name is short and plain, because a long name could be a
 * misplaced secret.
 */
const noteAtPath = (path: readonly string[], problem: string, note: Note) => {
  const field = path.join('.')
  const canBeNamed = path.every(
    (part) => /^\w{1,15}$/.test(part) && part !== '__proto__' && part !== 'constructor',
  )
  // If only the field `secret` has a problem, the sender gets the answer for an unknown secret. Two secrets in one text
  // are therefore reported as a problem of the whole body.
  const isBody = path.length === 0 || !canBeNamed || (field === 'secret' && problem === givenTwice)
  if (isBody)
    note('body', path.length === 0 ? problem : `${canBeNamed ? `"${field}"` : 'a field'}: ${problem}`)
  else note(field, problem)
}

/** Finds the secret in broken JSON, so that its owner's log can report the lost alert. */
const secretInBrokenJson = (text: string): string | null => {
  const [secret = null, ...more] = Array.from(text.matchAll(/"secret"\s*:\s*"([^"\\]*)"/g), ([, word]) =>
    readSecret(word, () => null),
  ).filter((word) => word !== null)
  return more.length === 0 ? secret : null
}

// --- Alerts in one line ---

const placeholderAlone =
  'a placeholder TradingView did not fill in. Those that begin with strategy. are only filled in for alerts of a strategy'

const lineForm = 'TIME SECRET MARKET:SYMBOL ACTION PRICE ATR1 ATR2 …'

const wordPattern = /\P{White_Space}+/gu
/** Matches the line breaks of all systems and of Unicode, so that two lines are never read as one alert. */
const lineBreak = /[\n\r\u0085\u2028\u2029]/

/** Reads the words after the action: a price and ATRs, or the action's own fields. */
const wordsBehind = (action: string, words: readonly string[], note: Note): [string, JsonValue][] => {
  const [first = '', ...others] = words
  const inTurn = (...names: string[]) => {
    if (words.length > names.length) note('body', `${action} takes at most ${counted(names.length, 'value')}`)
    return words.slice(0, names.length).map((word, index): [string, JsonValue] => [names[index] ?? '', word])
  }
  if (action === 'REDUCE') return inTurn('percent')
  if (action === 'TRAIL') return inTurn('distance', 'step')
  if (action === 'STOP') return /^break/i.test(first) ? inTurn('to', 'offset') : inTurn('level')
  return [...(first === '' ? [] : [['price', first] as [string, string]]), ['atr', others]]
}

const fieldsOfLine = (text: string, note: Note): JsonObject | null => {
  const [time, secret = '', market = '', action, price, ...atr] = text.match(wordPattern) ?? []
  if (time === undefined) note('body', 'empty')
  else if (action === undefined && hasNul(text)) note('body', nulProblem)
  else if (/^\{\{[^{}]*\}\}$/.test(text)) note('body', placeholderAlone)
  else if (/^\w+=/.test(text)) note('body', 'a form. Send the JSON itself, as the body')
  else if (lineBreak.test(text)) note('body', `must be JSON, or one line: ${lineForm}`)
  else if (action === undefined) note('body', `must be JSON, or a line of at least four values: ${lineForm}`)
  else {
    const fields = new Map<string, JsonValue>([
      ...Object.entries({ time, secret, market, action }),
      ...wordsBehind(action.toUpperCase(), price === undefined ? [] : [price, ...atr], note),
    ])
    for (const [field, value] of fields)
      for (const word of [value].flat()) complainOfText(String(word), (problem) => note(field, problem))
    return fields
  }
  return null
}

/** Removes the secret from all texts of an alert. */
const withoutSecret = (alert: Alert, secret: string): Alert => ({
  ...alert,
  id: alert.id && hide(alert.id, secret),
  comment: alert.comment && hide(alert.comment, secret),
  ...(alert.strategy === undefined ? {} : { strategy: hide(alert.strategy, secret) }),
  others: hideDeeply(alert.others, secret) as Alert['others'],
})

/**
 * An alert's text for its user, unchanged except that the secret is hidden.
 * @returns null if parts of the secret are escaped, so that hiding it is not certain
 */
export const textToShow = (text: string, secret: string): string | null => {
  const hidden = hide(text, secret)
  if ([withoutEscapes, withoutPercents].some((read) => read(hidden).includes(secret))) return null
  return hidden.length > alertLimits.shown ? `${hidden.slice(0, alertLimits.shown)}…` : hidden
}

const hide = (text: string, secret: string) => text.replaceAll(secret, '••••')

const hideDeeply = (value: unknown, secret: string): unknown => {
  if (typeof value === 'string') return hide(value, secret)
  if (Array.isArray(value)) return value.map((item) => hideDeeply(item, secret))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [hide(key, secret), hideDeeply(item, secret)]),
  )
}
