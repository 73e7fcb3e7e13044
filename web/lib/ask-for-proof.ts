import { useSyncExternalStore } from 'react'
import type { Proving } from '../../shared/accounts/second-factor.schema.ts'

/** That the user is asked to prove who they are, and what waits for it. */
type ProofRequest = {
  readonly proving: Proving
  readonly settle: (isProved: boolean) => void
  readonly answer: Promise<boolean>
}

let asked: ProofRequest | null = null
/** Milliseconds: anyone who closed the dialog is not asked at once again by what a screen reads on its own. */
const quietAfterClosing = 10_000
let quietUntil = 0
const listeners = new Set<() => void>()

const set = (next: ProofRequest | null) => {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Asks once, whatever number of calls wait for it.
 * @param isRead of a call that no click has sent
 * @returns whether the user proved it
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
