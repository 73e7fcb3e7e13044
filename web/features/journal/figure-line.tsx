type Props = { readonly label: string; readonly isStrong?: boolean; readonly children: string }

export const FigureLine = ({ label, isStrong, children }: Props) => (
  <>
    <dt className={isStrong ? 'font-semibold' : 'text-muted'}>{label}</dt>
    <dd className={`text-right break-words ${isStrong ? 'font-semibold' : ''}`}>{children}</dd>
  </>
)
