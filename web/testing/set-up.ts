import { File as NodeFile } from 'node:buffer'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, aroundEach, beforeAll, expect, vi } from 'vitest'
import { keepingRequests, server, unexpectedCalls } from './server.ts'

const standIns = () => {
  window.matchMedia ??= (query) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: () => {},
      removeEventListener: () => {},
      addListener: () => {},
      removeListener: () => {},
      dispatchEvent: () => false,
    }) as MediaQueryList
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Element.prototype.scrollIntoView ??= () => {}
  Element.prototype.hasPointerCapture ??= () => false
  Element.prototype.setPointerCapture ??= () => {}
  Element.prototype.releasePointerCapture ??= () => {}
  window.scrollTo = () => {}
  URL.createObjectURL ??= () => 'blob:test'
  URL.revokeObjectURL ??= () => {}
}

/** Makes relative URLs work, because Node's Request needs an origin. */
const resolveRelativeRequests = () => {
  const NodeRequest = globalThis.Request
  globalThis.Request = class extends NodeRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, location.href) : input, init)
    }
  }
}

/**
 * Uses Node's form and file classes. With jsdom's classes, Node's fetch would lose the name and the content of a file.
 */
const sendNodesOwnFiles = async () => {
  const form = await new Response(new URLSearchParams()).formData()
  globalThis.FormData = form.constructor as typeof FormData
  globalThis.File = NodeFile as unknown as typeof File
}

/** Removes the styles of toasts. They hide a toast until its animation ends, so tests would have to wait. */
const removeStyles = () => {
  for (const style of document.head.querySelectorAll('style')) style.remove()
}

// On a busy machine, the first load of a page takes a long time.
configure({ asyncUtilTimeout: 120_000 })
standIns()
removeStyles()
resolveRelativeRequests()
await sendNodesOwnFiles()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
aroundEach(keepingRequests)
afterEach(() => {
  // The real timers must be back before the clean-up. Otherwise packages would keep a fake timer for the next test
  // file.
  vi.useRealTimers()
  toast.dismiss()
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  expect(unexpectedCalls(), 'calls that no answer was given for (web/testing/server.ts)').toEqual([])
})
afterAll(() => server.close())
