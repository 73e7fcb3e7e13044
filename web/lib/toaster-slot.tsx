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
 * Shows the toasts. It is empty until the first module that uses toasts is loaded, so that the first screen opens
 * faster.
 */
export const ToasterSlot = () => useSyncExternalStore(subscribe, () => content)
