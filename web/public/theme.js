// Before the first paint, so that nothing flashes: a file of its own, since nothing inline may run.
try {
  const chosen = localStorage.getItem('signalpost-theme') ?? 'light'
  const dark =
    chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
} catch {
  // Without storage the page is light.
}
