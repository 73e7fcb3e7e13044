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

/** Resolves relative URLs, because Node's Request needs an origin. */
const resolveRelativeRequests = () => {
  const NodeRequest = globalThis.Request
  globalThis.Request = class extends NodeRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, location.href) : input, init)
    }
  }
}

/** Uses Node's forms and files, because Node's fetch loses name and content of jsdom's. */
const sendNodesOwnFiles = async () => {
  const form = await new Response(new URLSearchParams()).formData()
  globalThis.FormData = form.constructor as typeof FormData
  globalThis.File = NodeFile as unknown as typeof File
}

/** Removes the styles of toasts, which hide them until they have moved in, so that tests need not wait. */
const removeStyles = () => {
  for (const style of document.head.querySelectorAll('style')) style.remove()
}

// A busy machine takes long to load a page for the first time.
configure({ asyncUtilTimeout: 120_000 })
standIns()
removeStyles()
resolveRelativeRequests()
await sendNodesOwnFiles()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
aroundEach(keepingRequests)
afterEach(() => {
  // Before anything uses a timer: packages would keep the fake one for the next files.
  vi.useRealTimers()
  toast.dismiss()
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  expect(unexpectedCalls(), 'calls that no answer was given for (web/testing/server.ts)').toEqual([])
})
afterAll(() => server.close())
