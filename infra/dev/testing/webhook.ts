import { apiBasePath, contract } from '../../../shared/contract/index.ts'

/** An answer of the webhook. A status of 0 means that no answer came. */
export type Answer = { readonly status: number; readonly alertId?: string }

/** Sends an alert to the webhook, as TradingView does. */
export const postAlert = async (origin: string, body: string): Promise<Answer> => {
  try {
    const response = await fetch(`${origin}${apiBasePath}${contract.receiveAlert.path}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
    })
    const { alertId } = (await response.json()) as { alertId?: string }
    return { status: response.status, ...(alertId ? { alertId } : {}) }
  } catch {
    return { status: 0 }
  }
}

/**
 * Sends an alert that buys BP, or that contains the given fields.
 * @returns the alert's ID
 * @throws Error if the alert was not accepted
 */
export const sendBpAlert = async (origin: string, fields: Readonly<Record<string, unknown>>) => {
  const alert = { market: 'LSE:BP.', action: 'BUY', atr: Array(14).fill('4'), ...fields }
  const { status, alertId } = await postAlert(origin, JSON.stringify(alert))
  if (status !== 202 || alertId === undefined) throw new Error(`The alert was answered ${status}`)
  return alertId
}
