/**
 * Shows a text unchanged.
 * @param label the name for screen readers
 */
export const Verbatim = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <pre
    aria-label={label}
    className="rounded-md border border-line bg-ground p-4 font-mono text-xs leading-relaxed break-all whitespace-pre-wrap"
  >
    {text}
  </pre>
)
