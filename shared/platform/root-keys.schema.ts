import * as z from 'zod/mini'

/**
 * The root secret's content while its key is being replaced. At other times it is a single key, as AWS generated it.
 */
const TwoKeys = z.object({
  old: z.string(),
  new: z.string(),
  /** The key for new values. Both keys are accepted. */
  use: z.enum(['old', 'new']),
  /** When this key came into use. */
  since: z.iso.datetime(),
})
export type TwoKeys = z.infer<typeof TwoKeys>

/** @returns null if the secret has a single key */
export const readTwoKeys = (secret: string): TwoKeys | null =>
  secret.startsWith('{') ? TwoKeys.parse(JSON.parse(secret)) : null
