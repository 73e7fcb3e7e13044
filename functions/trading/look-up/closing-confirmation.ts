import type { Confirmation } from '../ports/broker.ts'

/**
 * Whether a confirmation is for a close or a delete. A delete is confirmed under the deal's own reference, which still
 * returns the confirmation of the opening before the delete is carried out.
 */
export const confirmsClosing = (verdict: Confirmation): boolean =>
  verdict.kind === 'rejected' || ['closed', 'deleted', 'partly closed'].includes(verdict.effect ?? '')
