import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

export interface WebhookFacts {
  readonly url: string
  readonly reason: 'gone' | 'failing' | 'rights'
  readonly since: Date
  /** address of the portal */
  readonly portal: string
}

const momentOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const WORDS = {
  es: {
    subject: 'Se desactivó un destino de webhooks',
    why: {
      gone: 'El destino respondió que ya no existe (HTTP 410). No recibe más mensajes.',
      failing: 'El destino no aceptó ningún mensaje durante días. No recibe más mensajes.',
      rights:
        'Quien lo configuró ya no tiene permiso para ver sus eventos. No recibe más mensajes. Un usuario con esos permisos puede activarlo otra vez.',
    },
    next: 'Los mensajes en espera se cancelaron. Cuando el destino funcione, actívelo en el portal; los mensajes cancelados se pueden reenviar desde su registro.',
    names: { url: 'Destino', since: 'Falla desde' },
    button: 'Abrir Integraciones',
  },
  en: {
    subject: 'A webhook endpoint was turned off',
    why: {
      gone: 'The endpoint responded that it’s gone (HTTP 410). It gets no more messages.',
      failing: 'The endpoint accepted no messages for days. It gets no more messages.',
      rights:
        'The user who set it up no longer has permission to see its events. It gets no more messages. A user with those permissions can turn it on again.',
    },
    next: 'Waiting messages were cancelled. When the endpoint works again, turn it on in the portal; you can resend cancelled messages from its log.',
    names: { url: 'Endpoint', since: 'Failing since' },
    button: 'Open Integrations',
  },
} as const satisfies Record<Language, unknown>

/** The mail about an endpoint that was turned off. */
export function webhookMail({ url, reason, since, portal }: WebhookFacts, language: Language): MailContent {
  const { subject, why, next, names, button } = WORDS[language]
  return {
    subject,
    title: subject,
    paragraphs: [why[reason], next],
    facts: [[names.url, url] as const, ...(reason === 'failing' ? [[names.since, momentOf(since)] as const] : [])],
    button: { text: button, address: `${portal}/integrations?tab=webhooks` },
  }
}
