import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.tsx'
import { LoadFailure } from './components/load-failure.tsx'
import { ToasterSlot } from './lib/toaster-slot.tsx'
import './styles.css'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
    <ToasterSlot />
    <LoadFailure />
  </StrictMode>,
)
