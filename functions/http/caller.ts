import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Access } from '../../shared/contract.ts'
import { VisibleError } from '../../shared/error.ts'

/** The signed-in user behind a call. Whether they are admin is known only where the endpoint asks for it. */
export type Caller = { readonly userId: string; readonly isAdmin: boolean }

/** Finds the caller by the access cookie; null when there is no live session. */
export type FindCaller = (event: APIGatewayProxyEventV2, access: Access) => Promise<Caller | null>

export const adminsOnly = () => new VisibleError('FORBIDDEN', 'Only administrators may do this')
