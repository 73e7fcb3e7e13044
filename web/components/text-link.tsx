import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

const Anchor = ({ className, ...rest }: ComponentProps<'a'>) => (
  <a className={classNames('text-link', className)} {...rest} />
)

/** A link in running text or alone, typed by the routes. */
export const TextLink = createLink(Anchor)
