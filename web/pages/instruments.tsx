import { PageHeader } from '../components/page-header.tsx'

export const InstrumentsPage = () => <PageHeader title="Instruments" />
