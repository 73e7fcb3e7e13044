import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

const unreachable = new Error('Couldn’t reach Signalpost')

describe('without a network', () => {
  it('a change fails at once, and is not sent again when the network returns', async () => {
    const queries = createQueryClient()
    queries.mount()
    onlineManager.setOnline(false)
    const close = vi.fn(() => Promise.reject(unreachable))
    const closing = new MutationObserver(queries, { mutationFn: close })
    void closing.mutate().catch(() => {})
    await expect.poll(() => closing.getCurrentResult()).toMatchObject({ error: unreachable })
    onlineManager.setOnline(true)
    await queries.resumePausedMutations()
    expect(close).toHaveBeenCalledOnce()
    queries.unmount()
  })

  it('a read fails with an error, and is repeated when the network returns', async () => {
    const queries = createQueryClient()
    queries.mount()
    onlineManager.setOnline(false)
    const read = vi.fn(() => Promise.reject(unreachable))
    const reading = new QueryObserver(queries, { queryKey: ['log'], queryFn: read, retry: false })
    const leave = reading.subscribe(() => {})
    await expect.poll(() => reading.getCurrentResult()).toMatchObject({ error: unreachable })
    onlineManager.setOnline(true)
    await expect.poll(() => read.mock.calls.length).toBe(2)
    leave()
    queries.unmount()
  })
})
