import { submitting } from '../../lib/submitting.ts'
import { Fragment, useState } from 'react'
import {
  alwaysMailed,
  type ChosenLevels,
  type ChannelKind,
  channelNames,
  type ChoosableNotification,
  choosableNotifications,
  levelOf,
  type NotificationLevel,
} from '../../../shared/notifications/notification-types.ts'
import type { NotificationPreferences } from '../../../shared/notifications/notifications.schema.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Select } from '../../components/select.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { useSaveNotifications } from './queries.ts'

const levels: readonly { readonly value: NotificationLevel; readonly label: string }[] = [
  { value: 'loud', label: 'Urgent' },
  { value: 'quiet', label: 'Silent' },
  { value: 'summary', label: 'Daily summary' },
  { value: 'off', label: 'Off' },
]

type Props = { readonly preferences: NotificationPreferences; readonly kinds: readonly ChannelKind[] }

/** Edits the notification levels for each event and channel, the quiet hours and the daily summary. */
export const PreferencesForm = ({ preferences, kinds }: Props) => {
  const [draft, setDraft] = useState(preferences)
  const save = useSaveNotifications()
  const set = (change: Partial<NotificationPreferences>) => setDraft((before) => ({ ...before, ...change }))
  const { quietHours } = draft
  return (
    <form className="grid gap-6" onSubmit={submitting(() => save.mutate(draft))}>
      <LevelTable draft={draft} kinds={kinds} onChange={(changed) => set({ levels: changed })} />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <SwitchField
          label="Quiet hours"
          hint="Silent notifications wait until quiet hours end and arrive together. Urgent ones still come through"
          checked={quietHours !== null}
          onChange={(on) => set({ quietHours: on ? { from: '22:00', to: '07:00' } : null })}
        />
        {quietHours && (
          <Fragment>
            <Field
              label="Quiet from"
              type="time"
              required
              value={quietHours.from}
              onChange={({ target }) => set({ quietHours: { ...quietHours, from: target.value } })}
            />
            <Field
              label="Quiet until"
              type="time"
              required
              value={quietHours.to}
              onChange={({ target }) => set({ quietHours: { ...quietHours, to: target.value } })}
            />
          </Fragment>
        )}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field
          label="Daily summary at"
          type="time"
          required
          value={draft.summaryAt}
          onChange={({ target }) => set({ summaryAt: target.value })}
        />
        <Field
          label="Time zone"
          hint="For quiet hours and the daily summary, e.g. Europe/London"
          list="zones"
          value={draft.zone}
          onChange={({ target }) => set({ zone: target.value })}
        />
        <datalist id="zones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <SwitchField
          label="Show sizes and prices in push notifications"
          hint="Anyone who can see your lock screen can read them"
          checked={draft.pushDetails}
          onChange={(pushDetails) => set({ pushDetails })}
        />
      </div>
      <div>
        <Button type="submit" disabled={save.isPending}>
          Save notification settings
        </Button>
      </div>
    </form>
  )
}

/** The presets for a channel. Each preset calculates an event's level from its default level. */
const presets = {
  QUIET: {
    label: 'Quiet',
    hint: 'Urgent notifications at once, all others in the daily summary',
    levelFrom: (usual: NotificationLevel) => (usual === 'loud' ? usual : 'summary'),
  },
  NORMAL: {
    label: 'Normal',
    hint: 'Urgent notifications and trades at once, refusals in the daily summary',
    levelFrom: (usual: NotificationLevel) => usual,
  },
  EVERYTHING: {
    label: 'Everything',
    hint: 'Each event at once, urgent or silent',
    levelFrom: (usual: NotificationLevel) => (usual === 'loud' ? usual : 'quiet'),
  },
} as const
type Preset = keyof typeof presets

const types = Object.keys(choosableNotifications) as ChoosableNotification[]
const presetNames = Object.keys(presets) as Preset[]

const presetOf = (levelsNow: ChosenLevels, kind: ChannelKind) =>
  presetNames.find((name) =>
    types.every(
      (type) =>
        (kind === 'mail' && alwaysMailed.has(type)) ||
        levelOf(levelsNow, type, kind) === presets[name].levelFrom(choosableNotifications[type].usual),
    ),
  )

/** Applies a preset. Only levels that differ from their default are stored. */
const withPreset = (before: ChosenLevels, kind: ChannelKind, preset: Preset): ChosenLevels =>
  Object.fromEntries(
    types.map((type) => {
      const { [kind]: _, ...others } = before[type] ?? {}
      const { usual } = choosableNotifications[type]
      const level = presets[preset].levelFrom(usual)
      return [type, level === usual ? others : { ...others, [kind]: level }]
    }),
  )

type TableProps = {
  readonly draft: NotificationPreferences
  readonly kinds: readonly ChannelKind[]
  readonly onChange: (levels: NotificationPreferences['levels']) => void
}

/** Edits the levels of one channel at a time, because all channels side by side would not fit on a screen. */
const LevelTable = ({ draft, kinds, onChange }: TableProps) => {
  const [asked, setAsked] = useState<ChannelKind>()
  const [isOpen, setOpen] = useState(false)
  const kind = asked !== undefined && kinds.includes(asked) ? asked : (kinds[0] ?? 'mail')
  const preset = presetOf(draft.levels, kind)
  return (
    <div className="grid gap-4">
      {kinds.length > 1 && (
        <Segmented
          label="Channel"
          value={kind}
          onChange={setAsked}
          options={kinds.map((value) => ({ value, label: channelNames[value] }))}
        />
      )}
      <Segmented
        label={`Sent by ${channelNames[kind].toLowerCase()}`}
        value={preset ?? 'OWN'}
        onChange={(name) => name !== 'OWN' && onChange(withPreset(draft.levels, kind, name))}
        options={[
          ...presetNames.map((value) => ({ value, ...presets[value] })),
          ...(preset ? [] : [{ value: 'OWN' as const, label: 'Own choice', hint: 'As chosen one by one' }]),
        ]}
      />
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-6 w-fit cursor-pointer items-center text-sm font-medium text-accent pointer-coarse:min-h-11">
          Choose one by one
        </summary>
        {isOpen && (
          <ul aria-label={`Levels for ${channelNames[kind]}`} className="mt-2 text-sm">
            {types.map((type) => (
              <li
                key={type}
                className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-1.5"
              >
                <span className="min-w-32 flex-1">{choosableNotifications[type].label}</span>
                {kind === 'mail' && alwaysMailed.has(type) ? (
                  <span className="text-muted">Always</span>
                ) : (
                  <Select
                    terse
                    className="w-40"
                    label={`${choosableNotifications[type].label}: ${channelNames[kind]}`}
                    value={levelOf(draft.levels, type, kind)}
                    options={levels}
                    onChange={(level) =>
                      onChange({ ...draft.levels, [type]: { ...draft.levels[type], [kind]: level } })
                    }
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </details>
    </div>
  )
}
