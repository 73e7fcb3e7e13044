/** Has the browser save a file that is there already. */
export const saveFile = (file: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken the file over once the click's task has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
