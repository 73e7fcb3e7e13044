import { administration } from '../../../../shared/contract/administration.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { readSystemState } from '../../../administration/system-state.ts'

export const handler = endpoint(
  administration,
  'getSystem',
  () => readSystemState(Date.now()),
  findProvableCaller,
)
