import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

/** A change to how a user logs in. */
export type SecurityEvent =
  | 'password_changed'
  | 'email_changed'
  | 'enrolled'
  | 'removed'
  | 'reset'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'deactivated'
  | 'reactivated'
  | 'deleted'
  | 'sign_on_changed'
  | 'sign_on_removed'

export interface SecurityFacts {
  readonly event: SecurityEvent
  readonly at: Date
  /** the network address of the change */
  readonly address: string
  /** who made the change, '' for the user */
  readonly actor: string
  /** address of the portal */
  readonly portal: string
  /** further facts, by name */
  readonly about: readonly (readonly [name: 'company' | 'provider', text: string])[]
}

/** Events of a whole company, made without an account of the reader. */
const OF_COMPANIES: readonly SecurityEvent[] = ['sign_on_changed', 'sign_on_removed']

interface Words {
  readonly said: Readonly<Record<SecurityEvent, readonly [title: string, text: string]>>
  readonly warning: string
  /** for events of a whole company */
  readonly companyWarning: string
  readonly names: Readonly<Record<'when' | 'from' | 'by' | 'company' | 'provider', string>>
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
      deactivated: ['Su usuario fue desactivado', 'Ya no puede entrar a Enlace y sus sesiones se cerraron.'],
      reactivated: ['Su usuario fue reactivado', 'Puede volver a entrar a Enlace, con los mismos permisos que tenía.'],
      deleted: ['Su usuario fue eliminado', 'Su cuenta de Enlace ya no existe y sus sesiones se cerraron.'],
      sign_on_changed: [
        'El inicio de sesión único de su empresa cambió',
        'Quien maneja este proveedor decide quién entra como las personas de la empresa y de las que dependen de ella.',
      ],
      sign_on_removed: [
        'El inicio de sesión único de su empresa se quitó',
        'Las personas de la empresa vuelven a entrar con su contraseña.',
      ],
    },
    warning: 'Si no fue usted, cambie su contraseña y avise a su administrador.',
    companyWarning: 'Si nadie de su empresa lo pidió, avise de inmediato a quien administra Enlace.',
    names: { when: 'Cuándo', from: 'Desde', by: 'Por', company: 'Empresa', provider: 'Proveedor' },
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
      deactivated: ['Your user was deactivated', 'You cannot log in to Enlace any more and your sessions were ended.'],
      reactivated: ['Your user was reactivated', 'You can log in to Enlace again, with the same permissions as before.'],
      deleted: ['Your user was deleted', 'Your Enlace account exists no more and your sessions were ended.'],
      sign_on_changed: [
        'The single sign-on of your company was changed',
        'Whoever runs this provider decides who logs in as the people of the company and of those below it.',
      ],
      sign_on_removed: [
        'The single sign-on of your company was removed',
        'The people of the company log in by password again.',
      ],
    },
    warning: 'If it was not you, change your password and tell your administrator.',
    companyWarning: 'If nobody of your company has asked for it, tell whoever administers Enlace at once.',
    names: { when: 'When', from: 'From', by: 'By', company: 'Company', provider: 'Provider' },
    button: 'Open Enlace',
  },
}

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The mail about a change to how a user logs in. */
export function securityMail({ event, at, address, actor, portal, about }: SecurityFacts, language: Language): MailContent {
  const { said, warning, companyWarning, names, button } = WORDS[language]
  const [title, text] = said[event]
  const warningOf = OF_COMPANIES.includes(event) ? companyWarning : warning
  return {
    subject: title,
    title,
    paragraphs: [text, warningOf],
    facts: [
      ...about.map(([name, value]) => [names[name], value] as const),
      [names.when, minuteOf(at)],
      ...(address === '' ? [] : [[names.from, address] as const]),
      ...(actor === '' ? [] : [[names.by, actor] as const]),
    ],
    button: { text: button, address: portal },
  }
}
