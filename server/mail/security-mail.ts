import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

/** What happened to how a person logs in. */
export type SecurityEvent =
  | 'password_changed'
  | 'email_changed'
  | 'enrolled'
  | 'removed'
  | 'reset'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'

export interface SecurityFacts {
  readonly event: SecurityEvent
  readonly at: Date
  /** the network address from which it was done */
  readonly address: string
  /** who did it, '' where it was the person */
  readonly actor: string
  /** address of the portal */
  readonly portal: string
}

interface Words {
  readonly said: Readonly<Record<SecurityEvent, readonly [title: string, text: string]>>
  readonly warning: string
  readonly names: Readonly<Record<'when' | 'from' | 'by', string>>
  readonly button: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    said: {
      password_changed: [
        'Su contraseña cambió',
        'La contraseña de su cuenta de Enlace cambió y las demás sesiones se cerraron.',
      ],
      email_changed: [
        'Su E-mail de ingreso cambió',
        'Desde ahora se entra a su cuenta de Enlace con otro E-mail. A esta dirección no llegará nada más de ella.',
      ],
      enrolled: ['Verificación en dos pasos activada', 'Desde ahora se le pide un código de su aplicación para entrar.'],
      removed: ['Verificación en dos pasos desactivada', 'Desde ahora basta su contraseña para entrar.'],
      reset: [
        'Verificación en dos pasos restablecida',
        'Su aplicación y sus códigos de recuperación ya no sirven y sus sesiones se cerraron. Actívela otra vez al entrar.',
      ],
      recovery_codes_renewed: ['Códigos de recuperación nuevos', 'Los códigos de recuperación anteriores ya no sirven.'],
      recovery_code_used: [
        'Se usó un código de recuperación',
        'Alguien entró con uno de sus códigos de recuperación. Ese código ya no sirve.',
      ],
    },
    warning: 'Si no fue usted, cambie su contraseña y avise a su administrador.',
    names: { when: 'Cuándo', from: 'Desde', by: 'Por' },
    button: 'Abrir Enlace',
  },
  en: {
    said: {
      password_changed: [
        'Your password was changed',
        'The password of your Enlace account was changed and its other sessions were ended.',
      ],
      email_changed: [
        'Your e-mail to log in was changed',
        'From now on another e-mail leads into your Enlace account. Nothing more of it will come to this address.',
      ],
      enrolled: ['Two-step verification turned on', 'From now on a code of your app is asked for to log in.'],
      removed: ['Two-step verification turned off', 'From now on your password is enough to log in.'],
      reset: [
        'Two-step verification reset',
        'Your app and your recovery codes are worth nothing any more and your sessions were ended. Turn it on again when you log in.',
      ],
      recovery_codes_renewed: ['New recovery codes', 'The recovery codes before are worth nothing any more.'],
      recovery_code_used: [
        'A recovery code was used',
        'Somebody logged in with one of your recovery codes. That code is worth nothing any more.',
      ],
    },
    warning: 'If it was not you, change your password and tell your administrator.',
    names: { when: 'When', from: 'From', by: 'By' },
    button: 'Open Enlace',
  },
}

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Tells a person of a change to how they log in, whoever has made it. */
export function securityMail({ event, at, address, actor, portal }: SecurityFacts, language: Language): MailContent {
  const { said, warning, names, button } = WORDS[language]
  const [title, text] = said[event]
  return {
    subject: title,
    title,
    paragraphs: [text, warning],
    facts: [
      [names.when, minuteOf(at)],
      ...(address === '' ? [] : [[names.from, address] as const]),
      ...(actor === '' ? [] : [[names.by, actor] as const]),
    ],
    button: { text: button, address: portal },
  }
}
