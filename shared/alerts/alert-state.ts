/**
 * Where an alert stands. `open`: not decided yet, or on its way. `asks`: it waits for its user's approval. `held`: an exit held
 * back by *Stop everything*. `waits`: an exit that waits for the broker, outside the queue. `review`: a person must check what
 * became of it. `ended`: Signalpost does nothing more for it.
 */
export const alertStates = ['open', 'asks', 'held', 'waits', 'review', 'ended'] as const
export type AlertState = (typeof alertStates)[number]

/** The states in which an alert asks something of its user, or offers to be cancelled. */
const askingStates = ['asks', 'held', 'waits', 'review'] as const satisfies readonly AlertState[]

export const asksPerson = (state: AlertState): boolean => askingStates.some((asking) => asking === state)
