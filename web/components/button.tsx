import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = ComponentProps<'button'> & {
  /** The step that the screen is for; any other; one that cannot be taken back; one among many. */
  readonly kind?: 'primary' | 'quiet' | 'grave' | 'bare'
}

/** Its looks lie in styles.css, below the utilities, so that a class given here overrides them. */
export const Button = ({ kind = 'primary', className, type = 'button', ...rest }: Props) => (
  <button type={type} className={classNames('button', `button-${kind}`, className)} {...rest} />
)
