import type { Alert } from './alert.ts'
import type { Mode } from '../accounts/user.schema.ts'

/**
 * What makes two alerts the same: user, mode and the sender's id; without an id the values themselves.
 * @returns the canonical text to hash, and whether sameness holds only for a window of time: an alert that carries
 * neither id nor time may well be meant again later
 */
export const alertIdentity = (
  userId: string,
  mode: Mode,
  {
    id,
    market,
    action,
    price,
    firedAt,
    strategy,
    change,
    percent,
    stop,
    trail,
  }: Pick<
    Alert,
    'id' | 'market' | 'action' | 'price' | 'firedAt' | 'strategy' | 'change' | 'percent' | 'stop' | 'trail'
  >,
): { readonly text: string; readonly windowed: boolean } =>
  id === null
    ? {
        text: JSON.stringify([
          userId,
          mode,
          'values',
          market,
          action,
          price,
          firedAt,
          // As far as given: an alert without them keeps its identity.
          ...(strategy === undefined ? [] : [{ strategy }]),
          ...(change === undefined ? [] : [{ ...change }]),
          ...(percent === undefined || change ? [] : [{ percent }]),
          ...(stop === undefined ? [] : [stop]),
          ...(trail === undefined ? [] : [trail]),
        ]),
        windowed: firedAt === null,
      }
    : { text: JSON.stringify([userId, mode, 'id', id]), windowed: false }
