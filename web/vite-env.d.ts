declare module '*.css'

/** An icon as a component. The plug-in in icons.ts provides these modules. */
declare module '~icons/*' {
  const icon: import('./components/icon.tsx').Icon
  export default icon
}

/** The text of a file. */
declare module '*?raw' {
  const text: string
  export default text
}
