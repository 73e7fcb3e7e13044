import type { ExternalToast } from 'sonner'
import type * as Toaster from './toaster.tsx'

const withToaster = async (act: (toaster: typeof Toaster) => unknown) => {
  const toaster = await import('./toaster.tsx')
  await toaster.toasterListens
  act(toaster)
}

const show =
  (kind: 'success' | 'error' | 'warning' | 'loading' | 'info') => (title: string, options?: ExternalToast) =>
    void withToaster(({ toast }) => toast[kind](title, options))

export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
  loading: show('loading'),
  dismiss: (id: string) => void withToaster(({ toast }) => toast.dismiss(id)),
}
