import { parentPort, workerData } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'

/**
 * Inside a worker thread: the bundled Lambda, one event at a time. JavaScript, since each worker would load a compiler of some
 * 20 MB to take types off.
 */

const { file, functionName, memory } = workerData
const loaded = import(pathToFileURL(file).href)

parentPort?.on('message', ({ event, timeout }) => {
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
      (error) =>
        parentPort?.postMessage({
          error:
            error instanceof Error
              ? { name: error.name, message: error.message, stack: error.stack }
              : { name: 'Error', message: String(error) },
        }),
    )
})
