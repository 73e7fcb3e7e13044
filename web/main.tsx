import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster } from 'sonner'
import { createQueryClient } from './app/query-client.ts'
import { router } from './app/router.tsx'
import './styles.css'

const queries = createQueryClient()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster position="bottom-right" duration={4_000} visibleToasts={3} />
    </QueryClientProvider>
  </StrictMode>,
)
