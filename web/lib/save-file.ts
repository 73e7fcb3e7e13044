/** Lets the browser save a file from memory. */
export const saveFile = (file: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has read the link when the click handler has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
