import { parentPort, workerData } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'

/**
 * Runs the bundled Lambda, one event at a time, in a worker thread or a separate process. It is JavaScript, because
 * each worker would load a compiler of about 20 MB to strip types.
 */

const { file, functionName, memory } = workerData ?? JSON.parse(process.argv[2] ?? '{}')
const port = parentPort ?? process
const tell = (message) => (parentPort ? parentPort.postMessage(message) : process.send?.(message))
const loaded = import(pathToFileURL(file).href)

port.on('message', ({ event, timeout }) => {
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
      (result) => tell({ result }),
      (error) =>
        tell({
          error:
            error instanceof Error
              ? { name: error.name, message: error.message, stack: error.stack }
              : { name: 'Error', message: String(error) },
        }),
    )
})
