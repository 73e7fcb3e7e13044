import Printer from '~icons/printer'
import { Button } from './button.tsx'

/** Opens the browser's print dialog. The sidebar and the header are not printed. */
export const PrintButton = () => (
  <Button kind="quiet" className="print:hidden" onClick={() => print()}>
    <Printer aria-hidden className="size-4" />
    Print
  </Button>
)
