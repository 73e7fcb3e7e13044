import { PageHeader } from '../components/page-header.tsx'

export const OverviewPage = () => <PageHeader title="Overview" />
