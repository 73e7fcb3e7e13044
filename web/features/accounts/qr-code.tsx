import { encode } from 'uqr'

/** Draws a QR code, dark on light in every theme, because many cameras cannot read inverted codes. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-44 rounded-md">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}
