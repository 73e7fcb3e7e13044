/** Milliseconds of work after which a page must be able to respond to its user. */
const maxTurn = 10

/**
 * Returns a function that keeps long work from freezing a page. The work awaits the function between small steps. The
 * function lets other work run if 10 ms have passed since it last did. A timeout would do the same, but browsers delay
 * the timeouts of background tabs.
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
