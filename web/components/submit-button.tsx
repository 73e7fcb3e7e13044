import type { ComponentProps } from 'react'
import { Busy } from './busy.tsx'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'type'> & { readonly busy: boolean }

/** Sends the surrounding form. While busy it keeps its name and width, and shows a spinner instead of its text. */
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
