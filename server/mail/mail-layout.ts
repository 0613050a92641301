import type { Language } from '#domain/languages.ts'

/** The content of a mail in one language, rendered as text and HTML. */
export interface MailContent {
  readonly subject: string
  /** the heading */
  readonly title: string
  readonly paragraphs: readonly string[]
  /** name and value, one per line */
  readonly facts?: readonly (readonly [string, string])[]
  /** a label and an address of the portal */
  readonly button?: { readonly text: string; readonly address: string }
}

const FOOT: Readonly<Record<Language, string>> = {
  es: 'Enlace envió este correo. No hace falta responder.',
  en: 'Enlace sent this email. No need to reply.',
}

export function mailText({ title, paragraphs, facts = [], button }: MailContent, language: Language): string {
  const width = Math.max(0, ...facts.map(([name]) => name.length))
  return [
    title,
    '',
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...facts.map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${value}`),
    ...(facts.length > 0 ? [''] : []),
    ...(button ? [`${button.text}: ${button.address}`, ''] : []),
    '-- ',
    FOOT[language],
    '',
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

/**
 * The style sheet of mails: the page's policy allows its hash, so that administrators see mails as their readers do. Colours are
 * those of the light theme; mail programs darken mails by themselves.
 */
export const MAIL_STYLE = `
body { margin: 0; background: #f3f4f6; color: #14181f; font: 15px/24px Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
.all { width: 100%; background: #f3f4f6; }
.around { padding: 24px 12px; }
.mail { width: 100%; max-width: 560px; }
.mark { padding: 0 4px 12px; font-weight: 700; font-size: 17px; }
.paper { padding: 28px; background: #ffffff; border: 1px solid #e5e8ec; border-radius: 12px; }
.foot { padding: 16px 4px; font-size: 12px; line-height: 18px; color: #5b6472; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; font-weight: 600; }
p { margin: 0 0 16px; }
.facts { width: 100%; margin: 0 0 16px; border-top: 1px solid #e5e8ec; border-bottom: 1px solid #e5e8ec; }
.facts td { padding: 6px 0; vertical-align: top; font-variant-numeric: tabular-nums; }
.facts .name { padding-right: 16px; color: #5b6472; white-space: nowrap; }
.button { display: inline-block; margin: 8px 0; padding: 10px 18px; border-radius: 8px; background: #14181f; color: #ffffff; font-weight: 600; text-decoration: none; }
`

const TABLE = '<table role="presentation" cellspacing="0" cellpadding="0"'

/** Tables with classes: supported by every mail program. */
export function mailHtml({ subject, title, paragraphs, facts = [], button }: MailContent, language: Language): string {
  const rows = facts.map(([name, value]) => `<tr><td class="name">${escaped(name)}</td><td>${escaped(value)}</td></tr>`)
  const parts = [
    `<h1>${escaped(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    rows.length > 0 ? `${TABLE} class="facts">${rows.join('')}</table>` : '',
    button ? `<a class="button" href="${escaped(button.address)}">${escaped(button.text)}</a>` : '',
  ]
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title><style>${MAIL_STYLE}</style></head>
<body>
${TABLE} class="all"><tr><td class="around" align="center">
${TABLE} class="mail" width="560">
<tr><td class="mark">Enlace</td></tr>
<tr><td class="paper">${parts.join('\n')}</td></tr>
<tr><td class="foot">${escaped(FOOT[language])}</td></tr>
</table></td></tr></table>
</body></html>
`
}
