/** The broker's name for engine and rules, which know it by no other. */
export const brokerName = 'IG'
