/** Joins class names. Of two utilities that say the same thing the style sheet's order decides, so never give both. */
export { clsx as classNames } from 'clsx'
