import { setTimeout } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import type { ReadAnswer } from '../../../shared/contract/changes.ts'
import { apiBasePath, contract, type EndpointName, type ResponseOf } from '../../../shared/contract/index.ts'
import { type ErrorBody, type ErrorCode, errorStatus } from '../../../shared/platform/error.schema.ts'
import { match } from '../local/front.ts'

/** A response, sent after `after` milliseconds. If it is null, the call gets no response. */
type Reply = { readonly status: number; readonly body: unknown; readonly after?: number } | null

type Query = Readonly<Record<string, string>>
type Replier = (query: Query) => Reply

/**
 * A fake API for one page in a real browser, for states that are hard to reach with the real API. Responses have the
 * contract's types.
 */
export class PretendApi {
  private readonly replies = new Map<EndpointName, Replier>()

  async stand(page: Page) {
    await page.route(`**${apiBasePath}/**`, async (route) => {
      const request = route.request()
      const url = new URL(request.url())
      const isTogether = url.pathname === `${apiBasePath}${contract.listChanges.path}`
      const reply = isTogether ? this.together(url) : this.replyTo(request.method(), url)
      if (reply?.after) await setTimeout(reply.after)
      if (reply) await json(route, reply.status, reply.body)
    })
  }

  /**
   * Sets an endpoint's answer.
   * @param after milliseconds until it is sent
   */
  answer<Name extends EndpointName>(name: Name, body: ResponseOf<Name>, after = 0) {
    this.replies.set(name, () => ({ status: 200, body, after }))
  }

  /** Sets an endpoint's response, which depends on the query. */
  answerBy<Name extends EndpointName>(name: Name, bodyOf: (query: Query) => ResponseOf<Name>) {
    this.replies.set(name, (query) => ({ status: 200, body: bodyOf(query) }))
  }

  refuse(name: EndpointName, code: ErrorCode, message: string) {
    this.replies.set(name, () => ({ status: errorStatus[code], body: { code, message, details: {} } }))
  }

  private replyTo(method: string, { pathname: path, searchParams }: URL): Reply {
    const routes = [...this.replies].map(([name, reply]) => ({
      method: contract[name].method,
      path: `${apiBasePath}${contract[name].path}`,
      invoke: () => Promise.reject(new Error('Only its reply is wanted')),
      reply,
    }))
    const found = match(routes, method, path)
    const route = routes.find((each) => each === found?.route)
    const unknown = { code: 'NOT_FOUND', message: 'No handler for this call', details: {} }
    return route ? route.reply(Object.fromEntries(searchParams)) : { status: 404, body: unknown }
  }

  /**
   * Responds to several reads in one call, each as if it were a separate call. If one of the reads gets no response,
   * the whole call gets none.
   */
  private together({ searchParams }: URL): Reply {
    const reads = JSON.parse(searchParams.get('reads') ?? '[]') as string[]
    const replies = reads.map((read) => this.replyTo('GET', new URL(`${apiBasePath}${read}`, 'http://reads')))
    const known = replies.flatMap((reply) => reply ?? [])
    if (known.length < replies.length) return null
    const answers = known.map(({ status, body }, place): ReadAnswer =>
      status === 200
        ? { status: 200, tag: `${Date.now()}-${place}`, body }
        : { status, error: (body ?? { code: 'INVALID_REQUEST', message: '', details: {} }) as ErrorBody },
    )
    return { status: 200, body: { answers }, after: Math.max(0, ...known.map(({ after = 0 }) => after)) }
  }
}

const json = (route: Route, status: number, body: unknown) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
