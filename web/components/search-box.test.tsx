import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { SearchBox } from './search-box.tsx'

const type = () => {
  vi.useFakeTimers()
  const onChange = vi.fn()
  const { unmount } = render(<SearchBox label="Search positions" value="" onChange={onChange} />)
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'aapl' } })
  return { onChange, unmount }
}
const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

describe('the search box', () => {
  it('reports the search term 300 ms after the last key press', () => {
    const { onChange } = type()
    pass(299)
    expect(onChange).not.toHaveBeenCalled()
    pass(1)
    expect(onChange.mock.calls).toEqual([['aapl']])
  })

  it('reports nothing after the user has left the screen', () => {
    const { onChange, unmount } = type()
    unmount()
    pass(1_000)
    expect(onChange).not.toHaveBeenCalled()
  })
})
