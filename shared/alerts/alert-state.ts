/**
 * The state of an alert. `open`: not decided yet, or being executed. `asks`: waits for approval. `held`: an exit held
 * by *Stop everything*. `waits`: an exit that waits for the broker, outside the queue. `review`: the user must check
 * it. `ended`: nothing more happens.
 */
export const alertStates = ['open', 'asks', 'held', 'waits', 'review', 'ended'] as const
export type AlertState = (typeof alertStates)[number]

/** States in which an alert needs a decision by its user, or can be cancelled. */
const askingStates = ['asks', 'held', 'waits', 'review'] as const satisfies readonly AlertState[]

export const asksPerson = (state: AlertState): boolean => askingStates.some((asking) => asking === state)
