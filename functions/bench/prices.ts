/** On-demand list prices, us-east-1, in dollars per million, as published in 2025. London is up to a fifth more. */
const perMillion = {
  httpApiRequests: 1,
  lambdaRequests: 0.2,
  fifoRequests: 0.5,
  readUnits: 0.125,
  writeUnits: 0.625,
} as const
/** Lambda on ARM. */
const perGigabyteSecond = 0.0000133334
const perGigabyteOfLogs = 0.5

const memory = 0.5
/** Billed seconds. The executor waits for the broker's verdict most of the time. */
const runTimes = { webhook: 0.01, executor: 0.6 } as const
const logBytes = 800

/** What a million alerts cost that become orders. Send, receive and delete are three calls of the queue. */
export const dollarsPerMillion = (readUnits: number, writeUnits: number): number =>
  perMillion.httpApiRequests +
  2 * perMillion.lambdaRequests +
  3 * perMillion.fifoRequests +
  readUnits * perMillion.readUnits +
  writeUnits * perMillion.writeUnits +
  (runTimes.webhook + runTimes.executor) * memory * perGigabyteSecond * 1e6 +
  ((logBytes * 1e6) / 1e9) * perGigabyteOfLogs
