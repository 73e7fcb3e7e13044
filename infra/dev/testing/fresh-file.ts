import { afterAll, vi } from 'vitest'

// Test files share threads, so a package is loaded once per thread. Our own modules are loaded again for each file, so
// that no file sees the state of an earlier file.
vi.resetModules()
const environment = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
