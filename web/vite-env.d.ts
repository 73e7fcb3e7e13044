declare module '*.css'

/** See icons.ts. */
declare module '~icons/*' {
  const icon: import('./components/icon.tsx').Icon
  export default icon
}

/** A file's text. */
declare module '*?raw' {
  const text: string
  export default text
}
