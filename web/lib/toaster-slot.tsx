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

/**
 * The place of toasts. It stays empty until a module that shows one is loaded, so that the first screen opens without
 * it.
 */
export const ToasterSlot = () => useSyncExternalStore(subscribe, () => content)
