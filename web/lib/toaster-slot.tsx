import { type ReactNode, useSyncExternalStore } from 'react'

let content: ReactNode = null
const listeners = new Set<() => void>()

export const fillToasterSlot = (toaster: ReactNode) => {
  content = toaster
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear. Empty until a module that can show one is loaded: the first screen opens without them. */
export const ToasterSlot = () => useSyncExternalStore(subscribe, () => content)
