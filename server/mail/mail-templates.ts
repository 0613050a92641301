import type { Language } from '#domain/languages.ts'
import { type AlarmFacts, alarmMail } from './alarm-mail.ts'
import { type InvitationFacts, invitationMail } from './invitation-mail.ts'
import { type LockFacts, lockMail } from './lock-mail.ts'
import type { MailContent } from './mail-layout.ts'
import { type RequestFacts, requestMail } from './request-mail.ts'
import { type RestoreFacts, restoreMail } from './restore-mail.ts'
import { type RuleFacts, ruleMail } from './rule-mail.ts'
import { type SecurityFacts, securityMail } from './security-mail.ts'
import { type SupportFacts, supportMail } from './support-mail.ts'
import { type WebhookFacts, webhookMail } from './webhook-mail.ts'

/** The input of each kind of mail. */
export interface MailFacts {
  readonly test: { readonly sender: string; readonly portal: string }
  /** notices of a company's alarms */
  readonly alarm: AlarmFacts
  /** SIMs of a company whose locks were broken */
  readonly lock: LockFacts
  /** what a rule of a company did */
  readonly rule: RuleFacts
  /** a step of a request */
  readonly request: RequestFacts
  /** a link to set another password */
  readonly restore: RestoreFacts
  /** a new user's first password */
  readonly invitation: InvitationFacts
  /** a change to how a user logs in */
  readonly security: SecurityFacts
  /** unread messages of the support chat */
  readonly support: SupportFacts
  /** a webhook endpoint was turned off */
  readonly webhook: WebhookFacts
}
export type MailKind = keyof MailFacts

type Template<Facts> = Readonly<Record<Language, (facts: Facts) => MailContent>>

const inBoth = <Facts>(mail: (facts: Facts, language: Language) => MailContent): Template<Facts> => ({
  es: (facts) => mail(facts, 'es'),
  en: (facts) => mail(facts, 'en'),
})

/** Every kind of mail, in both languages. */
export const MAIL_TEMPLATES: { readonly [K in MailKind]: Template<MailFacts[K]> } = {
  test: {
    es: ({ sender, portal }) => ({
      subject: 'Correo de prueba de Enlace',
      title: 'El correo de Enlace funciona',
      paragraphs: [
        `${sender} envió este correo de prueba. Si lo recibe, el servidor de correo está bien configurado y llegarán también los correos de alarmas.`,
      ],
      button: { text: 'Abrir Enlace', address: portal },
    }),
    en: ({ sender, portal }) => ({
      subject: 'Test email from Enlace',
      title: 'Email from Enlace works',
      paragraphs: [
        `${sender} sent this test email. If you got it, the mail server is set up correctly and alarm emails will arrive too.`,
      ],
      button: { text: 'Open Enlace', address: portal },
    }),
  },
  alarm: inBoth(alarmMail),
  lock: inBoth(lockMail),
  rule: inBoth(ruleMail),
  request: inBoth(requestMail),
  restore: inBoth(restoreMail),
  invitation: inBoth(invitationMail),
  security: inBoth(securityMail),
  support: inBoth(supportMail),
  webhook: inBoth(webhookMail),
}
