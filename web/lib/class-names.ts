/**
 * Joins class names. Never combine two classes for the same property, because the order in the style sheet decides
 * which one applies.
 */
export { clsx as classNames } from 'clsx'
