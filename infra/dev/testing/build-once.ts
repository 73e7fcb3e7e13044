import { buildIfChanged } from '../local/build-cache.ts'

/** Vitest's global set-up of the end-to-end tests: every local cloud they start finds bundles and site built. */
export default buildIfChanged
