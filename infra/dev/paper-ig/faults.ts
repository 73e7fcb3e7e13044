import * as z from 'zod/mini'
import { basePath, type WireRequest } from './gateway/wire.ts'

const delayMs = z.int().check(z.gte(0))

const Respond = z.union([
  z.literal('drop'),
  z.strictObject({
    status: z.int().check(z.gte(200), z.lte(599)),
    body: z.optional(z.unknown()),
    delayMs: z.optional(delayMs),
  }),
  z.strictObject({ delayMs }),
])

/** A fault of the next matching requests, set by `POST /_paper/faults`. */
export const Fault = z.strictObject({
  /** The method on the wire or in `_method`. Default: any. */
  method: z.optional(z.string()),
  /** Prefix of the path, with or without /gateway/deal. */
  path: z._default(z.string(), '/'),
  times: z._default(z.int().check(z.gte(1)), 1),
  apply: z._default(z.boolean(), true),
  /**
   * What the client gets: a cut connection, a different answer, or the real answer late. A request that is not carried
   * out has no real answer, so its connection is cut after the delay.
   */
  respond: z._default(Respond, { delayMs: 0 }),
})
export type Fault = z.infer<typeof Fault>

/** The faults that wait for a matching request, oldest first. */
export class Faults {
  list: Fault[] = []

  add(fault: Fault) {
    this.list = [...this.list, { ...fault, path: fault.path.replace(basePath, '') }]
  }

  /** @param sentMethod the method on the wire */
  take({ method, path }: WireRequest, sentMethod: string): Fault | null {
    const fits = (fault: Fault) => {
      const wanted = fault.method?.toUpperCase()
      return (!wanted || wanted === sentMethod || wanted === method) && path.startsWith(fault.path)
    }
    const found = this.list.find(fits)
    if (!found) return null
    this.list = this.list.flatMap((fault) =>
      fault !== found ? [fault] : fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [],
    )
    return found
  }

  clear() {
    this.list = []
  }
}
