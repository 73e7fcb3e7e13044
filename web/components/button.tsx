import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

type Props = ComponentProps<'button'> & {
  /**
   * `primary`: the screen's main action. `quiet`: any other action. `grave`: an action that can't be undone. `bare`:
   * one of many buttons.
   */
  readonly kind?: 'primary' | 'quiet' | 'grave' | 'bare'
}

/** The button's styles are in styles.css, below the utilities, so that a given class overrides them. */
export const Button = ({ kind = 'primary', className, type = 'button', ...rest }: Props) => (
  <button type={type} className={classNames('button', `button-${kind}`, className)} {...rest} />
)
