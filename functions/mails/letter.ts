/** An email to send. Text and HTML have the same content. */
export type Email = { readonly subject: string; readonly text: string; readonly html: string }

export type Paragraph = string | { readonly link: string; readonly label: string }

/**
 * Creates an email with a greeting. The greeting contains no name, because anyone can register with a stranger's
 * address and choose a name that the stranger would then read.
 */
export const letter = (subject: string, paragraphs: readonly Paragraph[]): Email => {
  const all: Paragraph[] = ['Hello,', ...paragraphs, 'Signalpost']
  const asText = (part: Paragraph) => (typeof part === 'string' ? part : `${part.label}:\n${part.link}`)
  const asHtml = (part: Paragraph) =>
    typeof part === 'string'
      ? escapeHtml(part)
      : `<a href="${escapeHtml(part.link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escapeHtml(part.label)}</a><br><br>${escapeHtml(part.link)}`
  return {
    subject,
    text: `${all.map(asText).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      '<body style="font-family:system-ui,sans-serif;line-height:1.5;color:#111827;max-width:36rem;margin:2rem auto;padding:0 1rem">',
      ...all.map((part) => `<p>${asHtml(part)}</p>`),
      '</body></html>',
    ].join('\n'),
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string)
