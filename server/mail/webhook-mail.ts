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
    subject: 'Un destino de webhooks se apagó',
    why: {
      gone: 'El destino contestó que ya no existe (HTTP 410), así que no se le envía nada más.',
      failing: 'El destino no aceptó ningún mensaje durante días, así que no se le envía nada más.',
      rights:
        'Quien lo configuró ya no puede ver lo que se le envía, así que no se le envía nada más. Alguien con esos permisos puede encenderlo otra vez.',
    },
    next: 'Lo que esperaba quedó cancelado. Cuando el destino funcione otra vez, enciéndalo en el portal; los mensajes cancelados se pueden enviar desde su registro.',
    names: { url: 'Destino', since: 'Falla desde' },
    button: 'Abrir Integraciones',
  },
  en: {
    subject: 'A webhook endpoint was turned off',
    why: {
      gone: 'The endpoint answered that it is gone (HTTP 410), so nothing more is sent to it.',
      failing: 'The endpoint took no message for days, so nothing more is sent to it.',
      rights:
        'Whoever set it up may no longer see what it is told, so nothing more is sent to it. Somebody with those permissions can turn it on again.',
    },
    next: 'What was waiting is cancelled. When the endpoint works again, turn it on in the portal; cancelled messages can be sent from its log.',
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
