import { afterAll, vi } from 'vitest'

// Test files share threads, so that a package is loaded once in each. Our own modules are loaded again for every file,
// and nothing that one file sets is there in the next.
vi.resetModules()
const environment = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
