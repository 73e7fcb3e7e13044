import { describe, expect, it } from 'vitest'
import { checkWording } from './wording.ts'

const found = (text: string, file = 'functions/a.ts') =>
  checkWording(file, text).map(({ instead }) => instead)

describe('the wording lint', () => {
  it.each([
    '/** null where it is unknown */',
    '// Where there is a second factor the password is not enough.',
    '// The list of before is kept.',
    '/** Of STOP. */',
    "it('says so if the list is empty')",
    '// Nobody waits for it.',
    '// So many symbols at once.',
    '// It comes again later.',
  ])('finds the translated phrase in %j', (line) => {
    expect(found(line)).toHaveLength(1)
  })

  it.each([
    '/** null if it is unknown */',
    '// From now on the price is read once.',
    'for (const words of before) read(words)',
    "const address = 'nobody@example.com'",
    'Please sign in again.',
    '// Nobody waits for it. wording: ok',
  ])('accepts %j', (line) => {
    expect(found(line)).toEqual([])
  })

  it('asks for “log in”, “email” and “admin” in strings of the product, but not in code and tests', () => {
    const text = "const signIn = () => say('Sign in with your mail, administrator')"
    expect(found(text)).toEqual(['email', 'log in, log out', 'admin'])
    expect(found(text, 'functions/a.test.ts')).toEqual([])
  })

  it('names file and line of a phrase in a document', () => {
    expect(checkWording('docs/a.md', 'Fine.\nThe other way.')).toMatchObject([{ file: 'docs/a.md', line: 2 }])
  })
})
