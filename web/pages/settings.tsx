import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../components/page-header.tsx'
import { TextLink } from '../components/text-link.tsx'
import { LimitsForm } from '../features/limits/limits-form.tsx'
import { settingSections } from '../features/settings/setting-places.ts'
import { SettingsEditor } from '../features/settings/settings-editor.tsx'
import { settingsQuery } from '../lib/session-queries.ts'
import { isKeptCopy } from '../lib/kept-figures.ts'
import { showSetting } from '../lib/use-focused-setting.ts'
import { accountOf } from '../lib/use-broker.ts'

export const SettingsPage = () => {
  const { data: settings } = useQuery(settingsQuery)
  if (!settings) return null
  if (isKeptCopy(settings))
    return (
      <div className="grid gap-4">
        <PageHeader title="Settings" description="Mode, broker credentials and trading rules" />
        <p className="text-sm text-muted">Settings are shown when Signalpost can be reached.</p>
      </div>
    )
  const limits = <LimitsForm key={settings.mode} settings={settings} />
  const isComplete = accountOf(settings).complete
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-4">
      <PageHeader title="Settings" description="Mode, broker credentials and trading rules" />
      <nav aria-label="Sections" className="flex flex-wrap gap-x-5 text-sm">
        {settingSections.map(({ focus, label }) => (
          <TextLink
            key={focus}
            to="/dashboard/settings"
            search={{ focus }}
            // A second click on the link does not change the address, so the click handler scrolls to the section.
            onClick={() => showSetting(focus)}
          >
            {label}
          </TextLink>
        ))}
      </nav>
      {/* The limits come last until the account is connected. */}
      {isComplete && limits}
      <SettingsEditor settings={settings} />
      {!isComplete && limits}
    </div>
  )
}
