import { PageHeader } from '../components/page-header.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { UsersTable } from '../features/administration/users-table.tsx'

export const UsersPage = () => (
  <AdminOnly>
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Users" description="View and manage user accounts" />
      <UsersTable />
    </div>
  </AdminOnly>
)
