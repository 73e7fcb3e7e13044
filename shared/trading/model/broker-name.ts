/** The broker's name in the texts of the engine and its rules. */
export const brokerName = 'IG'
