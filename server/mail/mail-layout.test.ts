import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIL_STYLE, type MailContent, mailHtml, mailText } from './mail-layout.ts'
import { MAIL_TEMPLATES } from './mail-templates.ts'

const ICC = '89560300041827741933'
const content: MailContent = {
  subject: 's',
  title: 't',
  paragraphs: [],
  items: [
    { name: 'Camión <1>', icc: ICC, figure: '120 %', note: '1.201 de 1.000 MB' },
    { name: '', icc: ICC, note: '850 de 1.000 MB' },
  ],
  more: 'Y 3 más.',
}

/** What a reader of the HTML copies: texts without tags. */
const copied = (html: string): string => html.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, '')

test('the label of a SIM leads; its ICC is below, in groups for the eye, and is copied whole', () => {
  const html = mailHtml(content, 'es')
  expect(html).toContain('<b>Camión &lt;1&gt;</b><div><span class="icc">8956<span>0300</span><span>0418</span>')
  expect(html).toContain('<b><span class="icc">8956<span>0300</span>')
  expect(copied(html).split(ICC)).toHaveLength(3)
  expect(mailText(content, 'es')).toContain(
    `Camión <1>\n  ${ICC}\n  120 % · 1.201 de 1.000 MB\n\n${ICC}\n  850 de 1.000 MB\n\nY 3 más.\n`,
  )
})

test('the button has the page’s colours of a main action, and nothing is loaded', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../web/ui/tokens.css'), 'utf8')
  const token = (name: string): string => new RegExp(`--${name}: (#\\w{6});`).exec(tokens)?.[1] ?? name
  const [fill, text] = [token('orange-500'), token('on-primary')]
  expect(MAIL_STYLE).toContain(`.button td { border-radius: 8px; background: ${fill}; }`)
  expect(MAIL_STYLE).toContain(`.button a { display: block; padding: 10px 18px; color: ${text};`)
  const html = mailHtml({ ...content, button: { text: 'Ver', address: 'https://enlace.test' } }, 'es')
  expect(html).toContain(`<td bgcolor="${fill}"><a href="https://enlace.test">Ver</a>`)
  expect(html).not.toMatch(/<img|<svg|url\(| style=/)
})

test('what a request’s mail leaves out is counted in the singular and in the plural', () => {
  const line = { kind: 'sims', name: 'SIM', quantity: 2, unitMinor: 100, currency: 'CLP' } as const
  const more = (lines: number, language: 'es' | 'en') =>
    MAIL_TEMPLATES.request[language]({
      requestId: 1,
      company: '',
      requester: '',
      state: 'approved',
      reason: '',
      carrier: '',
      tracking: '',
      deliveryAddress: '',
      lines: Array.from({ length: lines }, () => line),
      totals: [],
      portal: '',
      to: 'customer',
    }).more
  expect([more(20, 'es'), more(21, 'es'), more(22, 'es')]).toEqual([undefined, 'Y 1 línea más.', 'Y 2 líneas más.'])
  expect([more(21, 'en'), more(22, 'en')]).toEqual(['And 1 more line.', 'And 2 more lines.'])
})
