import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

/** Events of a whole company, made without an account of the reader. */
const OF_COMPANIES = ['sign_on_changed', 'sign_on_removed', 'factor_not_required'] as const
export type CompanySecurityEvent = (typeof OF_COMPANIES)[number]

/** A change to how a user logs in. */
export type SecurityEvent =
  | CompanySecurityEvent
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
        'Cambió el e-mail de su cuenta',
        'Desde ahora su cuenta de Enlace usa otro e-mail. Esta dirección no recibirá más correos de ella.',
      ],
      enrolled: [
        'Verificación en dos pasos activada',
        'Desde ahora se le pide un código de su aplicación para iniciar sesión.',
      ],
      removed: ['Verificación en dos pasos desactivada', 'Desde ahora basta su contraseña para iniciar sesión.'],
      reset: [
        'Verificación en dos pasos restablecida',
        'Su aplicación y sus códigos de recuperación ya no sirven y sus sesiones se cerraron. Actívela otra vez al iniciar sesión.',
      ],
      recovery_codes_renewed: ['Códigos de recuperación nuevos', 'Los códigos de recuperación anteriores ya no sirven.'],
      recovery_code_used: [
        'Se usó un código de recuperación',
        'Se inició sesión con uno de sus códigos de recuperación. Ese código ya no sirve.',
      ],
      deactivated: ['Su usuario fue desactivado', 'Ya no puede iniciar sesión en Enlace y sus sesiones se cerraron.'],
      reactivated: ['Su usuario fue reactivado', 'Puede volver a iniciar sesión en Enlace, con los mismos permisos que tenía.'],
      deleted: ['Su usuario fue eliminado', 'Su cuenta de Enlace ya no existe y sus sesiones se cerraron.'],
      sign_on_changed: [
        'El inicio de sesión único de su empresa cambió',
        'Quien administra este proveedor decide quién inicia sesión como usuario de la empresa y de sus filiales.',
      ],
      sign_on_removed: [
        'El inicio de sesión único de su empresa se quitó',
        'Los usuarios de la empresa vuelven a iniciar sesión con su contraseña.',
      ],
      factor_not_required: [
        'Su empresa ya no exige la verificación en dos pasos',
        'Cada usuario de la empresa puede desactivar la suya. Sin ella basta la contraseña para iniciar sesión.',
      ],
    },
    warning: 'Si no fue usted, cambie su contraseña y avise a su administrador.',
    companyWarning: 'Si nadie de su empresa lo pidió, avise de inmediato al administrador de Enlace.',
    names: { when: 'Cuándo', from: 'Desde', by: 'Por', company: 'Empresa', provider: 'Proveedor' },
    button: 'Abrir Enlace',
  },
  en: {
    said: {
      password_changed: ['Your password was changed', 'Your Enlace password was changed and your other sessions were ended.'],
      email_changed: [
        'Your account’s email was changed',
        'Your Enlace account now uses another email. This address will get no more emails about it.',
      ],
      enrolled: ['Two-step verification turned on', 'From now on, you need a code from your app to log in.'],
      removed: ['Two-step verification turned off', 'From now on, your password is enough to log in.'],
      reset: [
        'Two-step verification reset',
        'Your app and recovery codes no longer work and your sessions were ended. Turn it on again when you log in.',
      ],
      recovery_codes_renewed: ['New recovery codes', 'Your previous recovery codes no longer work.'],
      recovery_code_used: [
        'A recovery code was used',
        'Someone logged in with one of your recovery codes. That code no longer works.',
      ],
      deactivated: ['Your user was deactivated', 'You can no longer log in to Enlace and your sessions were ended.'],
      reactivated: ['Your user was reactivated', 'You can log in to Enlace again, with the same permissions as before.'],
      deleted: ['Your user was deleted', 'Your Enlace account no longer exists and your sessions were ended.'],
      sign_on_changed: [
        'Your company’s single sign-on was changed',
        'Whoever runs this provider decides who logs in as a user of the company and its subsidiaries.',
      ],
      sign_on_removed: ['Your company’s single sign-on was removed', 'Company users log in with a password again.'],
      factor_not_required: [
        'Your company no longer requires two-step verification',
        'Each user of the company can turn theirs off. Without it, a password is enough to log in.',
      ],
    },
    warning: 'If it wasn’t you, change your password and tell your administrator.',
    companyWarning: 'If no one in your company requested this, tell the Enlace administrator immediately.',
    names: { when: 'When', from: 'From', by: 'By', company: 'Company', provider: 'Provider' },
    button: 'Open Enlace',
  },
}

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The mail about a change to how a user logs in. */
export function securityMail({ event, at, address, actor, portal, about }: SecurityFacts, language: Language): MailContent {
  const { said, warning, companyWarning, names, button } = WORDS[language]
  const [title, text] = said[event]
  const warningOf = OF_COMPANIES.some((one) => one === event) ? companyWarning : warning
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
