import { deriveKeys } from '../../aws/root-secret.ts'

export const igSessionKeys = () => deriveKeys('ig-session-tokens')
