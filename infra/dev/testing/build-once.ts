import { buildIfChanged } from '../local/build-cache.ts'

/** Vitest's global set-up for the end-to-end tests. It builds the bundles and the site that every local cloud uses. */
export default buildIfChanged
