import { VisibleError } from '../../shared/platform/error.schema.ts'

export const invalidResetToken = () =>
  new VisibleError('INVALID_RESET_TOKEN', 'This password reset link is invalid or has expired.')
