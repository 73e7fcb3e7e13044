import type { Alert } from './alert.ts'
import type { Mode } from '../accounts/user.schema.ts'

/**
 * Determines which alerts are the same. Two alerts of a user and a mode are the same if their IDs are equal. Without
 * IDs, all their values must be equal.
 * @returns the canonical text to hash; `windowed` is true if equal alerts are the same only within a time window,
 * because an alert without ID and time may be repeated later
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
          // An optional field is added only if it is given, so that alerts without it keep their identity.
          ...(strategy === undefined ? [] : [{ strategy }]),
          ...(change === undefined ? [] : [{ ...change }]),
          ...(percent === undefined || change ? [] : [{ percent }]),
          ...(stop === undefined ? [] : [stop]),
          ...(trail === undefined ? [] : [trail]),
        ]),
        windowed: firedAt === null,
      }
    : { text: JSON.stringify([userId, mode, 'id', id]), windowed: false }
