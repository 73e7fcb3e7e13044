import Search from '~icons/search'
import { useEffect, useState } from 'react'
import { useEventCallback } from 'usehooks-ts'
import { longestSearch } from '../../shared/platform/page-limits.ts'
import { inputClass } from './field.tsx'

type Props = {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  /** Called 300 ms after the last key press. */
  readonly onChange: (value: string) => void
}

export const SearchBox = ({ label, placeholder, value, onChange }: Props) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [sent, setSent] = useState(value)
  const search = useEventCallback((term: string) => {
    setSent(term)
    onChange(term)
  })
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => search(typed), 300)
    return () => clearTimeout(timer)
  }, [typed, sent, search])
  // If another part of the page changes the value, it replaces the typed text.
  if (value !== known) {
    setKnown(value)
    if (value !== sent) {
      setTyped(value)
      setSent(value)
    }
  }
  return (
    <div className="relative w-full max-w-sm">
      <Search aria-hidden className="absolute top-3 left-3 size-4 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={longestSearch}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${inputClass} pl-9`}
      />
    </div>
  )
}
