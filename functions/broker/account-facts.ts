import type { BrokerAccount } from '../../shared/deals/dealing.ts'

/** An account and its money, in its own currency; null is what the broker does not say. */
export type AccountFacts = Omit<BrokerAccount, 'readAt' | 'today' | 'limits'>
