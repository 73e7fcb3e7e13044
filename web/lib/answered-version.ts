import { versionHeader } from '../../shared/platform/env.ts'

let version: string | undefined

export const noteVersion = ({ headers }: Response) => {
  version = headers.get(versionHeader) ?? version
}

/** The version of the server that answered last. */
export const answeredVersion = () => version
