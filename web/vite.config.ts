import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunks.ts'
import { contractPaths } from './contract-paths.ts'
import { icons } from './icons.ts'

export default defineConfig({
  root: import.meta.dirname,
  define: contractPaths,
  // The package's default entry needs Node's Buffer, which browsers lack.
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
  plugins: [icons, react(), tailwindcss()],
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      // Leaves out lodash.debounce, which `usehooks-ts` imports for a hook that no screen uses.
      treeshake: { moduleSideEffects: (id) => (id.includes('lodash.debounce') ? false : undefined) },
    },
    // The polyfill is an inline script, which the content security policy forbids.
    modulePreload: { polyfill: false },
  },
})
