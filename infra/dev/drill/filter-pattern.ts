/**
 * Matches a line against a CloudWatch filter pattern. It supports the syntax that our metric filters and the runbook
 * use: `{ … }` for JSON lines with `=`, `!=`, `&&`, `||`, parentheses and `*` in texts, and `?term` or plain terms for
 * any line.
 */
export const matches = (pattern: string, line: string): boolean => {
  const trimmed = pattern.trim()
  return trimmed.startsWith('{') ? matchesJson(trimmed.slice(1, -1), line) : matchesTerms(trimmed, line)
}

const matchesTerms = (pattern: string, line: string) => {
  const terms = [...pattern.matchAll(/(\??)(?:"((?:[^"\\]|\\.)*)"|(\S+))/g)].map(
    ([, any, quoted, plain]) => ({ isAny: any === '?', text: quoted ?? plain ?? '' }),
  )
  const some = terms.filter(({ isAny }) => isAny)
  const all = terms.filter(({ isAny }) => !isAny)
  return (
    all.every(({ text }) => line.includes(text)) &&
    (some.length === 0 || some.some(({ text }) => line.includes(text)))
  )
}

const matchesJson = (expression: string, line: string): boolean => {
  let fields: unknown
  try {
    fields = JSON.parse(line)
  } catch {
    return false
  }
  const tokens = expression.match(/\(|\)|&&|\|\||\$[\w.]+|!=|=|"(?:[^"\\]|\\.)*"|[^\s()=!&|]+/g) ?? []
  const next = () => tokens.shift() ?? ''
  const either = (): boolean => {
    let holds = both()
    while (tokens[0] === '||') {
      next()
      // The right side must be parsed even if the left side is true.
      const other = both()
      holds ||= other
    }
    return holds
  }
  const both = (): boolean => {
    let holds = one()
    while (tokens[0] === '&&') {
      next()
      const other = one()
      holds &&= other
    }
    return holds
  }
  const one = (): boolean => {
    if (tokens[0] === '(') {
      next()
      const holds = either()
      next()
      return holds
    }
    const [path, operator, value] = [next(), next(), next()]
    const found = path
      .slice(2)
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], fields)
    const wanted = value.startsWith('"') ? (JSON.parse(value) as string) : value
    const shape = new RegExp(`^${wanted.split('*').map(escaped).join('.*')}$`)
    // If a field is missing, neither = nor != matches.
    if (found === undefined || found === null) return false
    return shape.test(String(found)) === (operator === '=')
  }
  return either()
}

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
