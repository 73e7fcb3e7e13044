import { PageHeader } from '../components/page-header.tsx'

export const OrdersPage = () => <PageHeader title="Orders" />
