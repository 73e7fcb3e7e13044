import { VisibleError } from '../../shared/platform/error.schema.ts'
import commonPasswords from './common-passwords.json' with { type: 'json' }

/** From this many characters on length alone is enough: of the usual passwords hardly one is so long. */
const longEnough = 15
/** Minimum number of letters that must be left once names are taken out. */
const leastLeft = 4
const leastDifferent = 5

/**
 * The letters of the 3,400 passwords that are used most, of those with five letters or more: sorted, from the list of
 * zxcvbn-ts (MIT, (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 zxcvbn-ts).
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
/** "P4ssw0rd!" is read as "Passwordi", and without its digits as "Psswrd": either may be the word that was meant. */
const readingsOf = (text: string) => {
  const lower = text.toLowerCase()
  return [lower, withLetters(lower), withLetters(lower.replace(/[^a-z]+$/, ''))].map(lettersOf)
}

/** Whose password it is: what others know of them makes no password. */
export type PasswordOwner = { readonly firstName: string; readonly lastName: string; readonly email: string }

const wordsOf = ({ firstName, lastName, email }: PasswordOwner) =>
  [firstName, lastName, email.split('@')[0] ?? '', ...productWords]
    .map(lettersOf)
    .filter((word) => word.length >= leastLeft)

/**
 * Whether a password is among the first that are guessed: one of the usual ones with digits and signs around or in it, one
 * made of the owner's or the product's name, or of hardly any different characters.
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

/** @param field that says it on the screen @throws VisibleError INVALID_REQUEST */
export const refuseGuessable = (password: string, owner: PasswordOwner, field: string) => {
  if (!isGuessable(password, owner)) return
  const problem = 'This password is too easy to guess. Choose a different one'
  throw new VisibleError('INVALID_REQUEST', problem, { [field]: problem })
}
