import { groupDigits } from '#domain/identifiers.ts'
import type { Language } from '#domain/languages.ts'

/** An entry of a mail's list, such as a SIM. */
export interface MailItem {
  /** '' without one: the ICC leads */
  readonly name: string
  readonly icc?: string
  readonly note: string
  /** short, at the right */
  readonly figure?: string
}

/** The content of a mail in one language, rendered as text and HTML. */
export interface MailContent {
  readonly subject: string
  /** the heading */
  readonly title: string
  readonly paragraphs: readonly string[]
  /** name and value, one per line */
  readonly facts?: readonly (readonly [string, string])[]
  readonly items?: readonly MailItem[]
  /** below the facts and the items: how many are left out */
  readonly more?: string
  /** a label and an address of the portal */
  readonly button?: { readonly text: string; readonly address: string }
}

const FOOT: Readonly<Record<Language, string>> = {
  es: 'Enlace envió este correo. No hace falta responder.',
  en: 'Enlace sent this email. No need to reply.',
}

export function mailText({ title, paragraphs, facts = [], items = [], more, button }: MailContent, language: Language): string {
  const width = Math.max(0, ...facts.map(([name]) => name.length))
  return [
    title,
    '',
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...facts.map(([name, value]) => `${`${name}:`.padEnd(width + 2)}${value}`),
    ...(facts.length > 0 ? [''] : []),
    ...items.flatMap((item) => [...itemLines(item), '']),
    ...(more ? [more, ''] : []),
    ...(button ? [`${button.text}:`, button.address, ''] : []),
    '-- ',
    FOOT[language],
    '',
  ].join('\n')
}

/** The ICC is whole: in plain text its groups would be copied as well. */
function itemLines({ name, icc = '', note, figure }: MailItem): string[] {
  const [head = '', ...below] = [name, icc, figure ? `${figure} · ${note}` : note].filter((line) => line !== '')
  return [head, ...below.map((line) => `  ${line}`)]
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)

/**
 * The style sheet of mails: the page's policy allows its hash, so that administrators see mails as their readers do. Colours are
 * those of the light theme; mail programs darken mails by themselves. The logo is borders of three cells: many programs show no SVG
 * and load no picture unasked.
 */
export const MAIL_STYLE = `
body { margin: 0; background: #f3f4f6; color: #14181f; font: 15px/24px Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
.all { width: 100%; background: #f3f4f6; }
.around { padding: 24px 12px; }
.mail { width: 100%; max-width: 560px; }
.head { padding: 0 4px 12px; }
.mark td { padding: 0; font-size: 0; line-height: 0; }
.mark .left, .mark .cross, .mark .right { height: 8px; border: 3px solid #14181f; }
.mark .left { width: 7px; border-right: 0; border-radius: 7px 0 0 7px; }
.mark .cross { width: 3px; border-color: #14181f #14181f #f8741d #f8741d; border-radius: 0 7px 0 7px; }
.mark .right { width: 7px; border-color: #f8741d; border-left: 0; border-radius: 0 7px 7px 0; }
.brand { padding-left: 8px; font-size: 17px; line-height: 24px; font-weight: 700; }
.paper { padding: 28px; background: #ffffff; border: 1px solid #e5e8ec; border-radius: 12px; }
.foot { padding: 16px 4px; font-size: 12px; line-height: 18px; color: #5b6472; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 28px; font-weight: 600; }
p { margin: 0 0 16px; }
.facts { width: 100%; margin: 0 0 8px; padding: 6px 0 0; border-top: 1px solid #e5e8ec; }
.facts td { padding: 4px 0; vertical-align: top; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.facts .name { padding-right: 16px; color: #5b6472; white-space: nowrap; overflow-wrap: normal; }
.items { width: 100%; margin: 0 0 16px; border-bottom: 1px solid #e5e8ec; }
.items td { padding: 10px 0; border-top: 1px solid #e5e8ec; vertical-align: top; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.items .figure { padding-left: 16px; text-align: right; white-space: nowrap; }
.items b { font-weight: 600; }
.items div { font-size: 13px; line-height: 20px; color: #5b6472; }
.icc { white-space: nowrap; }
.icc span { padding-left: 4px; }
.button { margin: 8px 0; }
.button td { border-radius: 8px; background: #f8741d; }
.button a { display: block; padding: 10px 18px; color: #1e0e03; font-weight: 600; text-decoration: none; }
@media (max-width: 480px) { .paper { padding: 20px; } }
`

const TABLE = '<table role="presentation" cellspacing="0" cellpadding="0"'

/** Tables with classes: supported by every mail program. */
export function mailHtml(content: MailContent, language: Language): string {
  const { subject, title, paragraphs, facts = [], items = [], more, button } = content
  const parts = [
    `<h1>${escaped(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    facts.length > 0 ? `${TABLE} class="facts">${facts.map(factRow).join('')}</table>` : '',
    items.length > 0 ? `${TABLE} class="items">${items.map(itemRow).join('')}</table>` : '',
    more ? `<p>${escaped(more)}</p>` : '',
    button ? buttonHtml(button) : '',
  ]
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title><style>${MAIL_STYLE}</style></head>
<body>
${TABLE} class="all"><tr><td class="around" align="center">
${TABLE} class="mail" width="560">
<tr><td class="head">${BRAND}</td></tr>
<tr><td class="paper">${parts.join('\n')}</td></tr>
<tr><td class="foot">${escaped(FOOT[language])}</td></tr>
</table></td></tr></table>
</body></html>
`
}

/** The logo and the product's name. */
const LINKS = `${TABLE} class="mark"><tr><td class="left"></td><td class="cross"></td><td class="right"></td></tr></table>`
const BRAND = `${TABLE}><tr><td>${LINKS}</td><td class="brand">Enlace</td></tr></table>`

const factRow = ([name, value]: readonly [string, string]): string =>
  `<tr><td class="name">${escaped(name)}</td><td>${escaped(value)}</td></tr>`

function itemRow({ name, icc = '', note, figure }: MailItem): string {
  const [head, ...below] = [escaped(name), iccHtml(icc), escaped(note)].filter((line) => line !== '')
  const lines = below.map((line) => `<div>${line}</div>`).join('')
  const right = figure ? `<td class="figure"><b>${escaped(figure)}</b></td>` : ''
  return `<tr><td><b>${head}</b>${lines}</td>${right}</tr>`
}

/** In groups of four with gaps that are not copied. */
function iccHtml(icc: string): string {
  const [head, ...groups] = groupDigits(icc).map(escaped)
  return head === undefined ? '' : `<span class="icc">${head}${groups.map((group) => `<span>${group}</span>`).join('')}</span>`
}

/** A cell with the colour, as programs without styles colour it too. */
const buttonHtml = ({ text, address }: NonNullable<MailContent['button']>): string =>
  `${TABLE} class="button"><tr><td bgcolor="#f8741d"><a href="${escaped(address)}">${escaped(text)}</a></td></tr></table>`
