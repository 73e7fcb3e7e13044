import { act, render } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { WhenNear } from './when-near.tsx'

afterEach(() => vi.unstubAllGlobals())

it('WhenNear reserves space for its content until it is loaded, so that the page never gets shorter', async () => {
  let comesNear = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        comesNear = () => report([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  let arrive = (_: { default: () => string }) => {}
  const Late = lazy(() => new Promise<{ default: () => string }>((resolve) => (arrive = resolve)))
  const { container } = render(
    <WhenNear height="h-24">
      <Late />
    </WhenNear>,
  )
  const places = () => container.querySelectorAll('.h-24').length
  expect(places()).toBe(1)
  await act(async () => comesNear())
  expect(places()).toBe(1)
  await act(async () => arrive({ default: () => 'here' }))
  expect([places(), container.textContent]).toEqual([0, 'here'])
})
