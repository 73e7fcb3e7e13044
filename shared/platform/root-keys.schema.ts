import * as z from 'zod/mini'

/** What the root secret holds while it is being replaced. Otherwise it is one key, as AWS made it. */
const TwoKeys = z.object({
  old: z.string(),
  new: z.string(),
  /** The one that makes what is new. Both are accepted. */
  use: z.enum(['old', 'new']),
  /** Since when it is so. */
  since: z.iso.datetime(),
})
export type TwoKeys = z.infer<typeof TwoKeys>

/** @returns null if the secret holds one key */
export const readTwoKeys = (secret: string): TwoKeys | null =>
  secret.startsWith('{') ? TwoKeys.parse(JSON.parse(secret)) : null
