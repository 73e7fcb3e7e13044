import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { DownloadButton } from './download-button.tsx'

describe('the download button', () => {
  it('shows the progress while downloading, then its label again', async () => {
    let report: (share: number) => void = () => {}
    const { promise: saved, resolve: end } = Promise.withResolvers<void>()
    const save = (onProgress: typeof report) => {
      report = onProgress
      return saved
    }
    render(
      <QueryClientProvider client={new QueryClient()}>
        <DownloadButton label="Download" busy="Downloading..." act="download" save={save} />
      </QueryClientProvider>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByRole('button', { name: 'Downloading...' })).toBeDisabled()
    act(() => report(0.424))
    expect(await screen.findByRole('button', { name: 'Downloading... 42%' })).toBeDisabled()
    end()
    expect(await screen.findByRole('button', { name: 'Download' })).toBeEnabled()
  })
})
