/** Milliseconds of work after which a page must be able to answer its user. */
const maxTurn = 10

/**
 * For work that could freeze a page: what is returned is awaited between small steps, and gives way to other work if 10 ms
 * have passed since it last did. A time-out would do the same, but browsers make those of a tab in the background wait.
 */
export const takeTurns = () => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < maxTurn) return
    await nextTask()
    began = performance.now()
  }
}

const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
