/**
 * Unchanged text, as it is sent or was received.
 * @param label for screen readers
 */
export const Verbatim = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <pre
    aria-label={label}
    className="rounded-md border border-line bg-ground p-4 font-mono text-xs leading-relaxed break-all whitespace-pre-wrap"
  >
    {text}
  </pre>
)
