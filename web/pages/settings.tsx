import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { settingsQuery } from '../lib/session-queries.ts'
import { SettingsEditor } from '../features/settings/settings-editor.tsx'

export const SettingsPage = () => {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <div className="grid gap-6">
      <PageHeader title="Settings" description="Mode, broker credentials and trading rules" />
      {settings && <SettingsEditor settings={settings} />}
    </div>
  )
}
