/** Joins class names. If two utilities set the same property, the style sheet's order decides, so never use both. */
export { clsx as classNames } from 'clsx'
