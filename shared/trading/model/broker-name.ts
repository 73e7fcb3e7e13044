/** What engine and rules call the broker: they know no other name of it. */
export const brokerName = 'IG'
