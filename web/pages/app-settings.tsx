import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { AdminOnly } from '../features/session/admin-only.tsx'
import { appSettingsQuery } from '../lib/session-queries.ts'
import { AppSettingsForm } from '../features/settings/app-settings-form.tsx'

export const AppSettingsPage = () => {
  const { data: appSettings } = useQuery(appSettingsQuery)
  return (
    <AdminOnly>
      <div className="grid max-w-3xl gap-6">
        <PageHeader title="App settings" description="Settings for all users" />
        {appSettings && <AppSettingsForm appSettings={appSettings} />}
      </div>
    </AdminOnly>
  )
}
