import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

export interface WebhookFacts {
  readonly url: string
  readonly reason: 'gone' | 'failing' | 'rights'
  readonly since: Date
  /** it is the chat of a rule, which no list of webhooks has */
  readonly isChat?: boolean
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
    chat: {
      subject: 'Se desactivó el chat de una regla',
      next: 'Los mensajes en espera se cancelaron. La regla sigue actuando y enviando correos. Cuando el chat funcione, guarde la regla otra vez; la lista de reglas dice cuál es.',
      button: 'Abrir las reglas',
    },
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
    chat: {
      subject: 'The chat of a rule was turned off',
      next: 'Waiting messages were cancelled. The rule goes on acting and sending mails. When the chat works again, save the rule once more; the list of rules says which one it is.',
      button: 'Open the rules',
    },
  },
} as const satisfies Record<Language, unknown>

/** The mail about an endpoint that was turned off. */
export function webhookMail({ url, reason, since, portal, isChat = false }: WebhookFacts, language: Language): MailContent {
  const { why, names, chat, ...endpoint } = WORDS[language]
  const { subject, next, button } = isChat ? chat : endpoint
  return {
    subject,
    title: subject,
    paragraphs: [why[reason], next],
    facts: [[names.url, url] as const, ...(reason === 'failing' ? [[names.since, momentOf(since)] as const] : [])],
    button: { text: button, address: `${portal}${isChat ? '/rules' : '/integrations?tab=webhooks'}` },
  }
}
