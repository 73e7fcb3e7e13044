import type * as z from 'zod/mini'

type Issue = Parameters<NonNullable<z.core.$ZodConfig['localeError']>>[0]

const nouns: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/**
 * Describes a problem with a field if the contract has no text of its own. Each text begins with `This field`, which can be
 * replaced by the field's name.
 */
export const validationMessage = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required'
        : nouns[issue.expected] === undefined
          ? 'This field has the wrong type'
          : `This field must be ${nouns[issue.expected]}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `This field must be ${String(issue.values[0])}`
        : `This field must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `This field must ${amount('at most', issue.origin, Number(issue.maximum))}`
    case 'too_small':
      return `This field must ${amount('at least', issue.origin, Number(issue.minimum))}`
    case 'unrecognized_keys':
      return `This field has unknown keys: ${issue.keys.join(', ')}`
    default:
      return 'This field has an invalid format'
  }
}

const amount = (bound: string, origin: string, limit: number) => {
  if (origin === 'string') return `have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set')
    return `have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  return `be ${bound} ${limit}`
}
