import { PageHeader } from '../components/page-header.tsx'

export const HelpPage = () => <PageHeader title="Help" />
