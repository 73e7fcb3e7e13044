import { useSyncExternalStore } from 'react'
import type { Proving } from '../../shared/accounts/second-factor.schema.ts'

/** A request for the user's proof of identity, and the calls that wait for it. */
type ProofRequest = {
  readonly proving: Proving
  readonly settle: (isProved: boolean) => void
  readonly answer: Promise<boolean>
}

let asked: ProofRequest | null = null
/** Milliseconds after the dialog was closed in which automatic reads do not open it again. */
const quietAfterClosing = 10_000
let quietUntil = 0
const listeners = new Set<() => void>()

const set = (next: ProofRequest | null) => {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Asks for a proof once for all calls that wait.
 * @param isRead whether the call was sent without a click
 * @returns whether the user gave it
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
