import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { forgetRequests, server, unexpectedCalls } from './server.ts'

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

standIns()
resolveRelativeRequests()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  toast.dismiss()
  cleanup()
  const unexpected = unexpectedCalls()
  server.resetHandlers()
  forgetRequests()
  localStorage.clear()
  vi.useRealTimers()
  expect(unexpected, 'calls that no answer was given for (web/testing/server.ts)').toEqual([])
})
afterAll(() => server.close())
