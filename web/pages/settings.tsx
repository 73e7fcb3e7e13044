import { PageHeader } from '../components/page-header.tsx'

export const SettingsPage = () => <PageHeader title="Settings" />
