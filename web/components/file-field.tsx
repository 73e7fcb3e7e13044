import { useId } from 'react'

type Props = {
  readonly label: string
  readonly onFile: (file: File | null) => void
}

/** A labelled file input. A CSV file can also be dropped on it. */
export const FileField = ({ label, onFile }: Props) => {
  const id = useId()
  return (
    <div className="grid min-w-0 flex-1 basis-64 content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept=".csv"
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
        className="h-10 w-full min-w-0 rounded-md border border-edge bg-panel text-sm text-muted file:mr-3 file:h-full file:border-r file:border-line file:bg-ground file:px-3 file:text-sm file:font-medium file:text-ink"
      />
    </div>
  )
}
