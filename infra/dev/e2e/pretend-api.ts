import type { Page, Route } from 'playwright-core'
import { apiBasePath, contract, type EndpointName, type ResponseOf } from '../../../shared/contract/index.ts'
import { type ErrorCode, errorStatus } from '../../../shared/platform/error.schema.ts'
import { match } from '../local/front.ts'

type Answer = (route: Route) => Promise<void>

/** The API as one page of a real browser sees it, for states that the real one is rarely in. Typed by the contract. */
export class PretendApi {
  private readonly answers = new Map<EndpointName, Answer>()

  async stand(page: Page) {
    await page.route(`**${apiBasePath}/**`, async (route) => {
      const request = route.request()
      const found = match(
        [...this.answers].map(([name, answer]) => ({
          method: contract[name].method,
          path: `${apiBasePath}${contract[name].path}`,
          invoke: () => answer(route),
        })),
        request.method(),
        new URL(request.url()).pathname,
      )
      if (found) await found.route.invoke(undefined)
      else await json(route, 404, { code: 'NOT_FOUND', message: 'No handler for this call', details: {} })
    })
  }

  answer<Name extends EndpointName>(name: Name, body: ResponseOf<Name>) {
    this.answers.set(name, (route) => json(route, 200, body))
  }

  refuse(name: EndpointName, code: ErrorCode, message: string) {
    this.answers.set(name, (route) => json(route, errorStatus[code], { code, message, details: {} }))
  }

  /** A refusal that does not say why, of a kind that the client does not repeat. */
  fail(name: EndpointName) {
    this.answers.set(name, (route) => json(route, 400, null))
  }

  /** The call stays under way. */
  hold(name: EndpointName) {
    this.answers.set(name, () => Promise.resolve())
  }
}

const json = (route: Route, status: number, body: unknown) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
