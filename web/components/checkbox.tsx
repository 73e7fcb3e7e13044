import { classNames } from '../lib/class-names.ts'

type Props = {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly className?: string
}

export const Checkbox = ({ label, checked, onChange, className }: Props) => (
  <label className={classNames('flex items-center gap-2', className)}>
    <input
      type="checkbox"
      className="size-4 accent-accent"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {label}
  </label>
)
