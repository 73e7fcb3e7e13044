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

/** A fault that applies to the next matching requests. `POST /_paper/faults` adds a fault. */
export const Fault = z.strictObject({
  /** The actual method of a request, or the method in its header `_method`. Default: any method. */
  method: z.optional(z.string()),
  /** Prefix of a path, with or without /gateway/deal. Default: any path. */
  path: z._default(z.string(), '/'),
  times: z._default(z.int().check(z.gte(1)), 1),
  apply: z._default(z.boolean(), true),
  /**
   * The response: a cut connection, a different response, or the real response with a delay. A request that is not
   * executed has no real response, so its connection is cut after the delay.
   */
  respond: z._default(Respond, { delayMs: 0 }),
})
export type Fault = z.infer<typeof Fault>

/** The faults that still wait for a matching request, oldest first. */
export class Faults {
  list: Fault[] = []

  add(fault: Fault) {
    this.list = [...this.list, { ...fault, path: fault.path.replace(basePath, '') }]
  }

  /** @param sentMethod the actual method, regardless of `_method` */
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
