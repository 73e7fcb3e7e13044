import { PageHeader } from '../components/page-header.tsx'

export const UsersPage = () => <PageHeader title="Users" />
