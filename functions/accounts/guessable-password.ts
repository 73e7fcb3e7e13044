import { VisibleError } from '../../shared/platform/error.schema.ts'
import commonPasswords from './common-passwords.json' with { type: 'json' }

/** Passwords of at least this length are accepted: common passwords are almost never so long. */
const longEnough = 15
/** Minimum number of letters left after names are removed. */
const leastLeft = 4
const leastDifferent = 5

/**
 * The letters of the 3,400 most used passwords that have at least five letters, sorted. From zxcvbn-ts (MIT, (c) 2012-2016
 * Dan Wheeler and Dropbox, Inc., (c) 2021 zxcvbn-ts).
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
/** Both readings of a password: digits as letters ("P4ssw0rd!" → "Passwordi"), and digits removed ("Psswrd"). */
const readingsOf = (text: string) => {
  const lower = text.toLowerCase()
  return [lower, withLetters(lower), withLetters(lower.replace(/[^a-z]+$/, ''))].map(lettersOf)
}

/** The password's owner, whose names make a password guessable. */
export type PasswordOwner = { readonly firstName: string; readonly lastName: string; readonly email: string }

const wordsOf = ({ firstName, lastName, email }: PasswordOwner) =>
  [firstName, lastName, email.split('@')[0] ?? '', ...productWords]
    .map(lettersOf)
    .filter((word) => word.length >= leastLeft)

/**
 * Whether a password is easily guessed: a common one with digits and symbols around or in it, one made of the owner's or the
 * product's name, or one with hardly any different characters.
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
