import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { anInstrument, pageOf } from '../testing/examples.ts'
import { open, signIn } from '../testing/render.tsx'
import { answer, hold, requestsTo } from '../testing/server.ts'

/** Holds back the code of two forms until the test has pressed each form's button twice. */
const line = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { arrived: promise, arrive: resolve }
})
vi.mock('../features/settings/settings-schema.ts', async (original) => {
  await line.arrived
  return original()
})
vi.mock('../features/instruments/csv-upload.ts', async (original) => {
  await line.arrived
  return original()
})

it('a form is sent only once if the user presses its button again while its code loads', async () => {
  signIn()
  answer('listInstruments', pageOf([anInstrument()]))
  const { user, go } = open('/dashboard/instruments')
  const file = new File(['a'], 'a.csv', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('CSV file'), file)
  const upload = screen.getByRole('button', { name: 'Upload CSV' })
  await user.click(upload)
  await waitFor(() => expect(upload).toBeDisabled())

  await go('/dashboard/settings')
  const update = await screen.findByRole('button', { name: 'Update settings' })
  await user.click(screen.getByRole('switch', { name: 'Avoid dividend dates' }))
  await user.click(update)
  await waitFor(() => expect(update).toBeDisabled())
  await user.click(update)

  hold('previewInstruments')
  hold('updateSettings')
  line.arrive()
  await waitFor(() => expect(requestsTo('updateSettings')).toHaveLength(1))
  await waitFor(() => expect(requestsTo('previewInstruments')).toHaveLength(1))
})
