import ProgressAddon from 'wretch/addons/progress'
import type { contract, EndpointName, RequestOf, ResponseOf } from '../../shared/contract/index.ts'
import { ApiError } from './api-error.ts'
import { addressOf, newRequest, sendProven, wireFor } from './client.ts'
import { endpoints } from './endpoints.ts'
import { saveFile } from './save-file.ts'

type FileEndpoint<Key extends 'takes' | 'gives'> = {
  [Name in EndpointName]: (typeof contract)[Name] extends Record<Key, 'file' | 'csv'> ? Name : never
}[EndpointName]

/**
 * Uploads a file as the form field `file`.
 * @param onProgress receives the share sent so far, from 0 to 1
 * @throws ApiError with the server's code and message
 */
export const upload = <Name extends FileEndpoint<'takes'>>(
  name: Name,
  file: File,
  onProgress?: (share: number) => void,
): Promise<ResponseOf<Name>> =>
  sendProven(name, async () => {
    const body = new FormData()
    body.set('file', await copyOf(file))
    return newRequest()
      .fetchPolyfill(onProgress ? fetchWithProgress(onProgress) : fetch)
      .body(body)
      .fetch(endpoints[name].method, wireFor(name, {}).url)
      .json<ResponseOf<Name>>()
  })

/**
 * Downloads a file and lets the browser save it under the name from the content-disposition header.
 * @param fallbackName used if the response has no name
 * @param onProgress receives the share received so far, from 0 to 1, if the length is known
 * @public for lib/api.ts, which loads this module late
 * @throws ApiError with the server's code and message
 */
export const download = async <Name extends FileEndpoint<'gives'>>(
  name: Name,
  request: RequestOf<Name>,
  fallbackName: string,
  onProgress?: (share: number) => void,
): Promise<void> => {
  const { url, query } = wireFor(name, request)
  const { file, fileName } = await sendProven(
    name,
    async () => {
      const response = await newRequest()
        .addon(ProgressAddon())
        // If the length is unknown, the total equals the number of bytes received.
        .onDownload((loaded, total) => loaded < total && onProgress?.(loaded / total))
        .get(addressOf(url, query))
        .res()
      const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      return { file: await response.blob(), fileName: named ?? fallbackName }
    },
    false,
  )
  saveFile(file, fileName)
}

/**
 * Copies a file into memory.
 * @throws ApiError FILE_CHANGED if the file was saved again after the user selected it, because browsers cannot read it
 * any more
 */
const copyOf = async (file: File) => {
  try {
    return new File([await file.arrayBuffer()], file.name, { type: file.type })
  } catch {
    throw new ApiError(0, 'FILE_CHANGED', 'The file has changed since you selected it. Select it again', {})
  }
}

/**
 * A `fetch` for text responses that reports how much of the body was sent. The browser's own `fetch` reports this only
 * over HTTP/2.
 * @param onProgress receives the share sent so far, from 0 to 1
 */
const fetchWithProgress =
  (onProgress: (share: number) => void): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const body = await request.blob()
    const call = new XMLHttpRequest()
    call.open(request.method, request.url)
    request.headers.forEach((value, name) => call.setRequestHeader(name, value))
    call.upload.onprogress = ({ loaded, total }) => total > 0 && onProgress(loaded / total)
    request.signal.addEventListener('abort', () => call.abort())
    return new Promise((resolve, reject) => {
      call.onload = () => resolve(answerOf(call))
      call.onerror = () => reject(new TypeError('Failed to fetch'))
      call.onabort = () => reject(request.signal.reason as Error)
      call.send(body)
    })
  }

const answerOf = (call: XMLHttpRequest) => {
  const headers = call
    .getAllResponseHeaders()
    .trim()
    .split(/\r?\n/)
    .flatMap((line): [string, string][] => {
      const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    })
  return new Response(call.responseText, { status: call.status, statusText: call.statusText, headers })
}
