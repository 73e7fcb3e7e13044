import type { Confirmation } from '../ports/broker.ts'

/**
 * Whether a verdict is on a close or a delete. A delete is confirmed under the deal's own reference, which answers with
 * the opening until then.
 */
export const confirmsClosing = (verdict: Confirmation): boolean =>
  verdict.kind === 'rejected' || ['closed', 'deleted', 'partly closed'].includes(verdict.effect ?? '')
