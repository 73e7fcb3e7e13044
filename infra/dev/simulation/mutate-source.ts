import { registerHooks } from 'node:module'
import { workerData } from 'node:worker_threads'
import { sourceMutants } from './source-mutants.ts'

/**
 * This module is loaded first in a worker that plays a mutant of the source. It changes one place in one module while
 * that module is loaded. If the place does not occur exactly once, loading fails, so that no outdated mutant remains.
 */
const { sourceMutant: name } = (workerData ?? {}) as { readonly sourceMutant?: string }
const mutant = name === undefined ? undefined : sourceMutants[name]

if (mutant)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/${mutant.file}`)) return loaded
      const source = String(loaded.source)
      if (source.split(mutant.from).length !== 2)
        throw new Error(`The mutant “${name}” needs its place once in ${mutant.file}`)
      return { ...loaded, source: source.replace(mutant.from, () => mutant.to) }
    },
  })
