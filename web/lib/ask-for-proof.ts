import { useSyncExternalStore } from 'react'
import type { Proving } from '../../shared/accounts/second-factor.schema.ts'

/** A request to the user to prove their identity. Several calls may wait for it. */
type ProofRequest = {
  readonly proving: Proving
  readonly settle: (isProved: boolean) => void
  readonly answer: Promise<boolean>
}

let asked: ProofRequest | null = null
/** After the user has closed the dialog, automatic reads don't open it again for this many milliseconds. */
const quietAfterClosing = 10_000
let quietUntil = 0
const listeners = new Set<() => void>()

const set = (next: ProofRequest | null) => {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Asks the user to prove their identity, once for all calls that need it.
 * @param isRead whether the call was sent without a click
 * @returns whether the user proved their identity
 */
export const askForProof = (proving: Proving, isRead: boolean): Promise<boolean> => {
  if (asked) return asked.answer
  if (isRead && Date.now() < quietUntil) return Promise.resolve(false)
  let resolve: (isProved: boolean) => void = () => undefined
  const answer = new Promise<boolean>((done) => {
    resolve = done
  })
  const settle = (isProved: boolean) => {
    quietUntil = isProved ? 0 : Date.now() + quietAfterClosing
    set(null)
    resolve(isProved)
  }
  set({ proving, settle, answer })
  return answer
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAskedProof = () => useSyncExternalStore(subscribe, () => asked)
