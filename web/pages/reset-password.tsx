import { PageHeader } from '../components/page-header.tsx'

export const ResetPasswordPage = () => <PageHeader title="Reset your password" />
