import { describe, expect, it } from 'vitest'
import { checkWording } from './wording.ts'

const found = (text: string, file = 'functions/a.ts') =>
  checkWording(file, text).map(({ instead }) => instead)

describe('the wording lint', () => {
  it.each([
    '/** null where it is unknown */',
    '// The list of before is kept.',
    '/** Of STOP. */',
    '// So many symbols at once.',
    '// It comes again later.',
    '// The user is notified of it.',
    '--stage NAME  production unless said',
    '// Another question than the user asked.',
    "it('of a part leaves the rest', () => {",
    "test('without a loss there is no factor', async () => {",
    "])('that is %s has the state %s', (name, state) => {",
  ])('finds the translated phrase in %j', (line) => {
    expect(found(line)).toHaveLength(1)
  })

  it.each([
    '/** null if it is unknown */',
    'for (const words of before) read(words)',
    '// One after another, rather than at once.',
    '// So the list is kept.',
    'Please sign in again.',
    "it('closes a part of the position', () => {",
    "say('with a stop')",
  ])('accepts %j', (line) => {
    expect(found(line)).toEqual([])
  })

  it('reports “sign in”, “mail” and “administrator” in texts of the product, but not in code or tests', () => {
    const text = "const signIn = () => say('Sign in with your mail, administrator')"
    expect(found(text)).toEqual(['email', 'log in, log out', 'admin'])
    expect(found(text, 'functions/a.test.ts')).toEqual([])
  })

  it('reports the file and line of a phrase in a document', () => {
    expect(checkWording('docs/a.md', 'Fine.\nThe list of before.')).toMatchObject([
      { file: 'docs/a.md', line: 2 },
    ])
  })
})
