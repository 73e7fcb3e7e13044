/** Lets the browser save a file that is in memory. */
export const saveFile = (file: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken the file once the click's task has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
