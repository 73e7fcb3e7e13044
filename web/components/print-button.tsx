import Printer from '~icons/printer'
import { Button } from './button.tsx'

/** Prints the page, or saves it as a PDF, without sidebar and header. */
export const PrintButton = () => (
  <Button kind="quiet" className="print:hidden" onClick={() => print()}>
    <Printer aria-hidden className="size-4" />
    Print
  </Button>
)
