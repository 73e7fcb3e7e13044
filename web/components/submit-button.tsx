import type { ComponentProps } from 'react'
import { Busy } from './busy.tsx'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'type'> & { readonly busy: boolean }

/**
 * Submits the surrounding form. While `busy`, the button shows a spinner, but keeps its width and its name for screen
 * readers.
 */
export const SubmitButton = ({ busy, disabled, children, ...rest }: Props) => (
  <Button type="submit" disabled={busy || disabled} aria-busy={busy} {...rest}>
    <span className="grid place-items-center *:[grid-area:1/1]">
      <span className={busy ? 'opacity-0' : undefined}>{children}</span>
      {busy && (
        <span aria-hidden>
          <Busy busy light>
            {null}
          </Busy>
        </span>
      )}
    </span>
  </Button>
)
