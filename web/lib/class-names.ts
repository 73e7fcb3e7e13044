import { clsx, type ClassValue } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names; of two that say the same thing the later one holds. */
export const classNames = (...names: ClassValue[]) => twMerge(clsx(names))
