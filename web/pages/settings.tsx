import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { PageHeader } from '../components/page-header.tsx'
import { settingsQuery } from '../lib/session-queries.ts'
import { WhenNear } from '../components/when-near.tsx'
import { SettingsEditor } from '../features/settings/settings-editor.tsx'

const LimitsForm = lazy(async () => ({
  default: (await import('../features/limits/limits-form.tsx')).LimitsForm,
}))

export const SettingsPage = () => {
  const { data: settings } = useQuery(settingsQuery)
  const { focus } = useSearch({ strict: false })
  return (
    <div className="grid gap-6">
      <PageHeader title="Settings" description="Mode, broker credentials and trading rules" />
      {settings && <SettingsEditor settings={settings} />}
      {settings && (
        <WhenNear now={focus === 'lossLimits'}>
          <LimitsForm key={settings.mode} settings={settings} />
        </WhenNear>
      )}
    </div>
  )
}
