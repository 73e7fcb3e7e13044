import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Role } from '../../shared/user.ts'

/** The signed-in user behind a call. */
export type Caller = { readonly userId: string; readonly email: string; readonly role: Role }

/** Finds the caller by the access cookie; null when there is no live session. */
export type FindCaller = (event: APIGatewayProxyEventV2) => Promise<Caller | null>
