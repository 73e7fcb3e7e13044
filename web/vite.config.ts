import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows nothing inline.
    modulePreload: { polyfill: false },
  },
})
