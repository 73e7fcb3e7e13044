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

/** What goes wrong with the next requests that fit; POST /_paper/faults. */
export const Fault = z.strictObject({
  /** As sent, or as meant by `_method`; any if it is left out. */
  method: z.optional(z.string()),
  /** Where the path begins, below /gateway/deal or with it. */
  path: z._default(z.string(), '/'),
  /** How many requests. */
  times: z._default(z.int().check(z.gte(1)), 1),
  /** Whether the request is carried out. */
  apply: z._default(z.boolean(), true),
  /**
   * What the client gets: its connection cut, another answer, or the real answer late. What was not carried out has no
   * real answer: after its delay the connection is cut.
   */
  respond: z._default(Respond, { delayMs: 0 }),
})
export type Fault = z.infer<typeof Fault>

/** Faults that wait for their requests; the one that was asked for first comes first. */
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
