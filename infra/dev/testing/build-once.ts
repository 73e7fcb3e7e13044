import { buildIfChanged } from '../local/build-cache.ts'

/** Vitest's global set-up of the end-to-end tests: builds bundles and site for every local cloud. */
export default buildIfChanged
