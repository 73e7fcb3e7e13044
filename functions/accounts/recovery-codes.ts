import { randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '../../shared/accounts/second-factor.schema.ts'
import { hashOf } from '../aws/hashed-token.ts'

/** Base32 of RFC 4648: no 0, 1 or 8, which are read as letters. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const length = 30
/** Those of releases before 0.3 are shorter, and work on. */
const lengths: readonly number[] = [24, length]
const group = 6

/** As typed, without what groups it. Null: it is none. */
const lettersOf = (typed: string): string | null => {
  const code = typed.toUpperCase().replace(/[\s-]/g, '')
  return lengths.includes(code.length) && [...code].every((letter) => letters.includes(letter)) ? code : null
}

/** 150 bits each, in groups of six. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodeCount }, () => {
    const code = [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')
    return (code.match(new RegExp(`.{${group}}`, 'g')) ?? []).join('-')
  })

export const hashOfRecoveryCode = (typed: string): string | null => {
  const code = lettersOf(typed)
  return code === null ? null : hashOf(code)
}
