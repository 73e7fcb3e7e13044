import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = ComponentProps<'button'> & {
  /** The screen's main action; any other; one that cannot be undone; one among many. */
  readonly kind?: 'primary' | 'quiet' | 'grave' | 'bare'
}

/** Its styles are in styles.css, below the utilities, so that a given class overrides them. */
export const Button = ({ kind = 'primary', className, type = 'button', ...rest }: Props) => (
  <button type={type} className={classNames('button', `button-${kind}`, className)} {...rest} />
)
