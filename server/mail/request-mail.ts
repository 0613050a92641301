import { REQUEST_STATE_WORDS } from '#contract/requests/request-messages.ts'
import type { Language } from '#domain/languages.ts'
import { formatMoneyIn } from '#domain/money.ts'
import type { PricedLine, RequestState, RequestTotal } from '#domain/requests.ts'
import type { MailContent, MailItem } from './mail-layout.ts'

export interface RequestFacts {
  readonly requestId: number
  readonly company: string
  readonly requester: string
  /** its new state */
  readonly state: RequestState
  /** the comment of the step, '' without one */
  readonly reason: string
  readonly carrier: string
  readonly tracking: string
  readonly deliveryAddress: string
  readonly lines: readonly (PricedLine & { readonly name: string })[]
  readonly totals: readonly RequestTotal[]
  /** address of the portal */
  readonly portal: string
  /** the reader: the requester, or the operator who fills requests */
  readonly to: 'customer' | 'operator'
}

/** Lines that a mail lists; the portal shows the others. */
const MAX_LISTED = 20

interface Words {
  /** @param company '' for the reader's own company */
  readonly subject: (id: number, state: string, company: string) => string
  readonly said: Readonly<Record<Exclude<RequestState, 'draft'>, string>>
  readonly asked: (requester: string, company: string) => string
  readonly more: (lines: number) => string
  readonly names: Readonly<Record<'state' | 'reason' | 'carrier' | 'tracking' | 'address' | 'once' | 'monthly', string>>
  readonly each: string
  readonly button: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    subject: (id, state, company) => `Solicitud ${id}: ${state.toLowerCase()}${company === '' ? '' : ` · ${company}`}`,
    said: {
      submitted: 'Recibimos la solicitud; espera aprobación.',
      approved: 'La solicitud fue aprobada. El próximo paso es la preparación.',
      rejected: 'La solicitud fue rechazada.',
      preparing: 'La solicitud se está preparando.',
      shipped: 'La solicitud va en camino.',
      delivered: 'La solicitud fue entregada.',
      closed: 'La solicitud fue cerrada.',
      cancelled: 'La solicitud fue cancelada por el solicitante.',
    },
    asked: (requester, company) => `Solicitante: ${requester}, de ${company}.`,
    more: (lines) => `Y ${lines} ${lines === 1 ? 'línea' : 'líneas'} más.`,
    names: {
      state: 'Estado',
      reason: 'Comentario',
      carrier: 'Transportista',
      tracking: 'Seguimiento',
      address: 'Entrega',
      once: 'Total',
      monthly: 'Al mes',
    },
    each: 'al mes',
    button: 'Ver solicitud',
  },
  en: {
    subject: (id, state, company) => `Request ${id}: ${state.toLowerCase()}${company === '' ? '' : ` · ${company}`}`,
    said: {
      submitted: 'The request was received and is waiting for approval.',
      approved: 'The request was approved. Next, it will be prepared.',
      rejected: 'The request was rejected.',
      preparing: 'The request is being prepared.',
      shipped: 'The request is on its way.',
      delivered: 'The request was delivered.',
      closed: 'The request was closed.',
      cancelled: 'The request was cancelled by its requester.',
    },
    asked: (requester, company) => `Requested by ${requester} of ${company}.`,
    more: (lines) => `And ${lines} more ${lines === 1 ? 'line' : 'lines'}.`,
    names: {
      state: 'Status',
      reason: 'Comment',
      carrier: 'Carrier',
      tracking: 'Tracking',
      address: 'Delivery',
      once: 'Total',
      monthly: 'Monthly',
    },
    each: 'monthly',
    button: 'View request',
  },
}

const money = (amountMinor: number, currency: string, language: Language): string =>
  `${formatMoneyIn(amountMinor, currency, language)} ${currency}`

/** The mail about a step of a request. */
export function requestMail(facts: RequestFacts, language: Language): MailContent {
  const { requestId, company, requester, state, reason, lines, totals, portal, to } = facts
  const words = WORDS[language]
  const stateWord = REQUEST_STATE_WORDS[state][language]
  const subject = words.subject(requestId, stateWord, to === 'operator' ? company : '')
  const { names } = words
  return {
    subject,
    title: subject,
    paragraphs: [
      ...(state === 'draft' ? [] : [words.said[state]]),
      ...(to === 'operator' ? [words.asked(requester, company)] : []),
    ],
    facts: [
      [names.state, stateWord],
      ...said(names.reason, reason),
      ...said(names.carrier, state === 'shipped' ? facts.carrier : ''),
      ...said(names.tracking, state === 'shipped' ? facts.tracking : ''),
      ...totals.flatMap(({ currency, onceMinor, monthlyMinor }) => [
        ...said(names.once, onceMinor === 0 ? '' : money(onceMinor, currency, language)),
        ...said(names.monthly, monthlyMinor === 0 ? '' : money(monthlyMinor, currency, language)),
      ]),
      ...said(names.address, facts.deliveryAddress),
    ],
    items: lines.slice(0, MAX_LISTED).map((line) => itemOf(line, language)),
    ...(lines.length > MAX_LISTED ? { more: words.more(lines.length - MAX_LISTED) } : {}),
    button: { text: words.button, address: `${portal}/requests/${requestId}` },
  }
}

const said = (name: string, value: string): (readonly [string, string])[] => (value === '' ? [] : [[name, value]])

function itemOf({ kind, quantity, name, unitMinor, currency }: RequestFacts['lines'][number], language: Language): MailItem {
  const price = money(unitMinor, currency, language)
  return { name: `${quantity} × ${name}`, note: kind === 'sims' ? `${price} ${WORDS[language].each}` : price }
}
