import { VisibleError } from '../../shared/platform/error.schema.ts'

/** The error if *Stop everything* blocks a request. */
export const stillStopped = () =>
  new VisibleError('CHANGED_MEANWHILE', 'You stopped everything. Resume trading first')
