import { parentPort, workerData } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'

/** Inside a worker thread: the bundled Lambda, one event at a time. */

type Handler = (event: unknown, context: unknown) => Promise<unknown>

const { file, functionName, memory } = workerData as { file: string; functionName: string; memory: number }
const loaded = import(pathToFileURL(file).href) as Promise<{ handler: Handler }>

parentPort?.on('message', ({ event, timeout }: { event: unknown; timeout: number }) => {
  const until = performance.now() + timeout
  const context = {
    functionName,
    memoryLimitInMB: String(memory),
    awsRequestId: crypto.randomUUID(),
    getRemainingTimeInMillis: () => Math.max(0, until - performance.now()),
  }
  loaded
    .then(({ handler }) => handler(event, context))
    .then(
      (result) => parentPort?.postMessage({ result }),
      (error: unknown) =>
        parentPort?.postMessage({
          error:
            error instanceof Error
              ? { name: error.name, message: error.message, stack: error.stack }
              : { name: 'Error', message: String(error) },
        }),
    )
})
