import { administration } from '../../../../shared/contract/administration.ts'
import { findCaller } from '../../../accounts/find-caller.ts'
import { readAppSettings } from '../../../accounts/read-me.ts'
import { endpoint } from '../../../http/endpoint.ts'

export const handler = endpoint(administration, 'getAppSettings', readAppSettings, findCaller)
