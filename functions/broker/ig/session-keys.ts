import { deriveKeys } from '../../aws/root-secret.ts'

/** What encrypts that which is kept of a session. */
export const igSessionKeys = () => deriveKeys('ig-session-tokens')
