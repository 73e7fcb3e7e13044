import { PageHeader } from '../components/page-header.tsx'

export const PositionsPage = () => <PageHeader title="Positions" />
