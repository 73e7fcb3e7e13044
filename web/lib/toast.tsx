import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'
import { fillToasterSlot } from '../components/toaster-slot.tsx'

export { toast } from 'sonner'

/** In the page's own colours, light or dark. */
const colours = {
  '--normal-bg': 'var(--panel)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
} as CSSProperties

fillToasterSlot(<Toaster position="bottom-right" duration={4_000} visibleToasts={3} style={colours} />)
