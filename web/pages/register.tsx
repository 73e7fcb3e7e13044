import { PageHeader } from '../components/page-header.tsx'

export const RegisterPage = () => <PageHeader title="Create account" />
