/**
 * A fetch that tells how much of its body has left. The browser's own cannot if the server speaks HTTP/1.1: it
 * streams a body over HTTP/2 only. For answers in text.
 * @param onProgress the share sent so far, 0 to 1
 */
export const fetchWithProgress =
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
