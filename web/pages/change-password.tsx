import { PageHeader } from '../components/page-header.tsx'

export const ChangePasswordPage = () => <PageHeader title="Change your password" />
