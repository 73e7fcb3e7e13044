import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

const Anchor = ({ className, ...rest }: ComponentProps<'a'>) => (
  <a className={classNames('text-link', className)} {...rest} />
)

/** A text link whose target must be one of the app's routes. */
export const TextLink = createLink(Anchor)
