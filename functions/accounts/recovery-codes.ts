import { randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '../../shared/accounts/second-factor.schema.ts'
import { hashOf } from '../aws/hashed-token.ts'

/** The letters of base32 (RFC 4648), which omits 0, 1 and 8 because they look like letters. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const length = 30
/** Valid lengths. Codes of releases before 0.3 are shorter. */
const lengths: readonly number[] = [24, length]
const group = 6

/**
 * Removes the separators of a typed code.
 * @returns null if the text is not a recovery code
 */
const lettersOf = (typed: string): string | null => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return lengths.includes(code.length) && [...code].every((letter) => letters.includes(letter)) ? code : null
}

/** Creates recovery codes of 150 bits each, in groups of six letters. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodeCount }, () => {
    const code = [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')
    return (code.match(new RegExp(`.{${group}}`, 'g')) ?? []).join('-')
  })

export const hashOfRecoveryCode = (typed: string): string | null => {
  const code = lettersOf(typed)
  return code === null ? null : hashOf(code)
}
