import { CopyButton } from './copy-button.tsx'

type Props = { readonly ids: readonly (readonly [label: string, id: string | null | undefined])[] }

/** Lists IDs, each with a copy button. Unknown IDs are omitted. */
export const IdList = ({ ids }: Props) => (
  <dl className="grid gap-2 text-sm">
    {ids.map(
      ([label, id]) =>
        id && (
          <div key={`${label} ${id}`} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="col-start-1 break-all">{id}</dd>
            <dd className="col-start-2 row-span-2 row-start-1">
              <CopyButton text={id} label={`Copy ${id}`} kind="bare" className="h-8 pointer-coarse:h-11" />
            </dd>
          </div>
        ),
    )}
  </dl>
)
