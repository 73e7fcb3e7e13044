import { File as NodeFile } from 'node:buffer'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, aroundEach, beforeAll, expect, vi } from 'vitest'
import { keepingRequests, server, unexpectedCalls } from './server.ts'

/** What jsdom has not and the components ask for. */
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

/** In a browser a path is a URL; Node's Request wants the origin, too. */
const resolveRelativeRequests = () => {
  const NodeRequest = globalThis.Request
  globalThis.Request = class extends NodeRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, location.href) : input, init)
    }
  }
}

/** Node's fetch sends its own forms and files only; of jsdom's neither name nor content arrives. */
const sendNodesOwnFiles = async () => {
  const form = await new Response(new URLSearchParams()).formData()
  globalThis.FormData = form.constructor as typeof FormData
  globalThis.File = NodeFile as unknown as typeof File
}

/** Toasts bring styles along by which they are invisible until they have moved in: a test would have to wait for that. */
const removeStyles = () => {
  for (const style of document.head.querySelectorAll('style')) style.remove()
}

// A busy machine takes its time to load a page for the first time.
configure({ asyncUtilTimeout: 120_000 })
standIns()
removeStyles()
resolveRelativeRequests()
await sendNodesOwnFiles()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
aroundEach(keepingRequests)
afterEach(() => {
  // Before anything that asks for a timer: packages would wait for the fake one in the next files also.
  vi.useRealTimers()
  toast.dismiss()
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  expect(unexpectedCalls(), 'calls that no answer was given for (web/testing/server.ts)').toEqual([])
})
afterAll(() => server.close())
