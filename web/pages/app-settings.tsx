import { PageHeader } from '../components/page-header.tsx'

export const AppSettingsPage = () => <PageHeader title="App settings" />
