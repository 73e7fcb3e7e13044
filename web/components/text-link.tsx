import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

const Anchor = ({ className, ...rest }: ComponentProps<'a'>) => (
  <a
    className={classNames('font-medium text-accent underline-offset-4 hover:underline', className)}
    {...rest}
  />
)

/** A link in running text, typed by the routes. */
export const TextLink = createLink(Anchor)
