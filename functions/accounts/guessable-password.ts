import { VisibleError } from '../../shared/platform/error.schema.ts'
import commonPasswords from './common-passwords.json' with { type: 'json' }

/** Passwords of at least this length are not compared with common passwords, which are almost never that long. */
const longEnough = 15
/**
 * Names with fewer letters than this are ignored. A password is guessable if fewer letters than this remain after the
 * names are removed.
 */
const leastLeft = 4
const leastDifferent = 5

/**
 * The letters of the 3,400 most used passwords that have at least five letters, sorted. From zxcvbn-ts (MIT, (c)
 * 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 zxcvbn-ts).
 */
const common: ReadonlySet<string> = new Set(commonPasswords)
const productWords = ['signalpost', 'tradingview', 'spreadbet', 'iggroup']

const digitsForLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const withLetters = (text: string) => [...text].map((each) => digitsForLetters[each] ?? each).join('')
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
/**
 * Returns three readings of a password. For "P4ssw0rd!" they are "psswrd" (only its letters), "passwordi" (with digits
 * and symbols read as letters), and "password" (the same, but without the digits and symbols at the end).
 */
const readingsOf = (text: string) => {
  const lower = text.toLowerCase()
  return [lower, withLetters(lower), withLetters(lower.replace(/[^a-z]+$/, ''))].map(lettersOf)
}

/** The owner of a password. A password that consists of the owner's name is guessable. */
export type PasswordOwner = { readonly firstName: string; readonly lastName: string; readonly email: string }

const wordsOf = ({ firstName, lastName, email }: PasswordOwner) =>
  [firstName, lastName, email.split('@')[0] ?? '', ...productWords]
    .map(lettersOf)
    .filter((word) => word.length >= leastLeft)

/**
 * Whether a password is easy to guess: a common password with added digits and symbols, the owner's or the product's
 * name, or a text with very few different characters.
 */
export const isGuessable = (password: string, owner: PasswordOwner): boolean => {
  if (new Set(password.toLowerCase()).size < leastDifferent) return true
  if (password.length >= longEnough) return false
  const words = wordsOf(owner)
  return readingsOf(password).some((reading) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), reading)
    return common.has(reading) || (rest !== reading && (rest.length < leastLeft || common.has(rest)))
  })
}

/**
 * @param field the form field that shows the error
 * @throws VisibleError INVALID_REQUEST
 */
export const refuseGuessable = (password: string, owner: PasswordOwner, field: string) => {
  if (!isGuessable(password, owner)) return
  const problem = 'This password is too easy to guess. Choose a different one'
  throw new VisibleError('INVALID_REQUEST', problem, { [field]: problem })
}
