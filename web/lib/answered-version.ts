import { versionHeader } from '../../shared/platform/env.ts'

let version: string | undefined

export const noteVersion = ({ headers }: Response) => {
  version = headers.get(versionHeader) ?? version
}

/** The server's version according to its latest response. */
export const answeredVersion = () => version
