import { VisibleError } from '../../shared/platform/error.schema.ts'

/** *Stop everything* holds back what was asked for. */
export const stillStopped = () =>
  new VisibleError('CHANGED_MEANWHILE', 'You stopped everything. Resume trading first')
