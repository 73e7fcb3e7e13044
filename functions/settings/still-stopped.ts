import { VisibleError } from '../../shared/platform/error.schema.ts'

/** The error of a request that *Stop everything* blocks. */
export const stillStopped = () =>
  new VisibleError('CHANGED_MEANWHILE', 'You stopped everything. Resume trading first')
