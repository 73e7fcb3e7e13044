import * as z from 'zod/mini'
import { PageQuery, pageOf } from '../platform/page.schema.ts'
import { PauseOfOthers, SystemState } from '../administration/system.schema.ts'
import { AppSettings, EditedEmail, FirstName, LastName, Role, User } from '../accounts/user.schema.ts'
import { type Endpoint, Nothing, Done, searchTerm } from './endpoint.ts'

export const administration = {
  getHealth: {
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Returns 200 if Signalpost is running and can read its data',
    request: Nothing,
    response: z.object({ up: z.literal(true) }),
  },

  getAppSettings: {
    method: 'GET',
    path: '/admin/settings',
    access: 'user',
    summary: 'The application’s settings',
    request: Nothing,
    response: AppSettings,
    polled: true,
  },

  updateAppSettings: {
    method: 'PATCH',
    path: '/admin/settings',
    access: 'admin',
    stepUp: 'always',
    summary: 'Changes the application’s settings',
    request: AppSettings,
    response: AppSettings,
    refusals: ['MULTIPLE_ADMINS_NOT_ALLOWED', 'TRY_AGAIN'],
  },

  getSystem: {
    method: 'GET',
    path: '/admin/system',
    access: 'admin',
    summary: 'Returns system status: version, open alerts, alarms, canary, IG request limits',
    request: Nothing,
    response: SystemState,
  },

  pauseOthers: {
    method: 'PUT',
    path: '/admin/trading-pause',
    access: 'admin',
    stepUp: 'where-it-loosens',
    summary: 'Pauses or resumes the trading of one user, or of everybody',
    request: PauseOfOthers,
    response: z.object({ changed: z.number() }),
    refusals: ['NOT_FOUND'],
  },

  listUsers: {
    method: 'GET',
    path: '/users',
    access: 'admin',
    summary: 'The users',
    request: z.object({ ...PageQuery.shape, q: searchTerm }),
    response: pageOf(User),
  },

  updateUser: {
    method: 'PATCH',
    path: '/users/{id}',
    access: 'admin',
    stepUp: 'always',
    summary: 'Changes a user',
    request: z.object({
      id: z.string().check(z.maxLength(64)),
      firstName: FirstName,
      lastName: LastName,
      email: EditedEmail,
      role: Role,
    }),
    response: User,
    refusals: [
      'NOT_FOUND',
      'EMAIL_TAKEN',
      'LAST_ADMIN',
      'MULTIPLE_ADMINS_NOT_ALLOWED',
      'CHANGED_MEANWHILE',
      'TRY_AGAIN',
    ],
  },

  deleteUser: {
    method: 'DELETE',
    path: '/users/{id}',
    access: 'admin',
    stepUp: 'always',
    summary: 'Deletes a user and all their data',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
    refusals: ['NOT_FOUND', 'LAST_ADMIN', 'TRY_AGAIN'],
  },

  endUserSessions: {
    method: 'DELETE',
    path: '/users/{id}/sessions',
    access: 'admin',
    stepUp: 'always',
    summary: 'Signs a user out everywhere',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
    refusals: ['NOT_FOUND'],
  },

  removeUserFactors: {
    method: 'DELETE',
    path: '/users/{id}/factors',
    access: 'admin',
    stepUp: 'always',
    summary: 'Removes a user’s second factors after the user has lost them',
    request: z.object({ id: z.string().check(z.maxLength(64)) }),
    response: Done,
    refusals: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>
