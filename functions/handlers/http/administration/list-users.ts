import { wordSearch } from '../../../../shared/platform/word-search.ts'
import { administration } from '../../../../shared/contract/administration.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { pageAnswer } from '../../../http/paging.ts'
import { userViews } from '../../../accounts/user-view.ts'
import { findProvableCaller } from '../../../accounts/find-provable-caller.ts'
import { getAdminRegistry, listAllUsers, type StoredUser } from '../../../accounts/user-store.ts'

export const handler = endpoint(
  administration,
  'listUsers',
  async ({ request }) => {
    const { offset, limit, q } = request
    const [all, registry] = await Promise.all([listAllUsers(), getAdminRegistry()])
    const found = q?.trim() ? all.filter((user) => matches(user, q)) : all
    const views = await userViews(found.slice(offset, offset + limit), registry)
    return pageAnswer(administration.listUsers.path, request, found.length, views)
  },
  findProvableCaller,
)

/** Whether every search term is in the name, address or ID, in any letter case. */
const matches = ({ id, firstName, lastName, email }: StoredUser, search: string) =>
  wordSearch(search)(`${firstName} ${lastName} ${email} ${id}`.toLowerCase())
