import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

export interface RestoreFacts {
  /** the account */
  readonly email: string
  /** the network address of the request */
  readonly address: string
  /** how long the link is valid; null: it leads to the company's provider, because passwords do not serve */
  readonly minutes: number | null
  readonly link: string
}

interface Words {
  readonly title: string
  readonly asked: (minutes: number) => string
  /** for companies that require sign-on */
  readonly signOn: Readonly<Record<'title' | 'asked' | 'warning' | 'button', string>>
  readonly warning: string
  readonly names: Readonly<Record<'account' | 'from', string>>
  readonly button: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    title: 'Elija una contraseña nueva',
    asked: (minutes) =>
      `Se pidió restablecer la contraseña de su cuenta de Enlace. El enlace sirve una sola vez, durante ${minutes} minutos.`,
    warning: 'Si no fue usted, no haga nada: su contraseña sigue siendo la misma.',
    names: { account: 'Cuenta', from: 'Pedido desde' },
    button: 'Elegir contraseña',
    signOn: {
      title: 'Inicie sesión con la cuenta de su empresa',
      asked:
        'Se pidió restablecer la contraseña de su cuenta de Enlace. Su empresa ya no usa contraseñas aquí: inicie sesión con la cuenta de su empresa.',
      warning: 'Si no fue usted, no haga nada.',
      button: 'Entrar con la cuenta de su empresa',
    },
  },
  en: {
    title: 'Choose a new password',
    asked: (minutes) => `A password reset was requested for your Enlace account. The link works once, for ${minutes} minutes.`,
    warning: 'If it wasn’t you, do nothing: your password stays the same.',
    names: { account: 'Account', from: 'Requested from' },
    button: 'Choose a new password',
    signOn: {
      title: 'Log in with your company account',
      asked:
        'A password reset was requested for your Enlace account. Your company no longer uses passwords here: log in with your company account.',
      warning: 'If it wasn’t you, do nothing.',
      button: 'Log in with your company account',
    },
  },
}

/** The mail with a link to set another password, or to the provider where passwords do not serve. */
export function restoreMail({ email, address, minutes, link }: RestoreFacts, language: Language): MailContent {
  const { names, signOn, asked: askedWithin, ...own } = WORDS[language]
  const { title, asked, warning, button } = minutes === null ? signOn : { ...own, asked: askedWithin(minutes) }
  return {
    subject: `${title} · Enlace`,
    title,
    paragraphs: [asked, warning],
    facts: [
      [names.account, email],
      [names.from, address],
    ],
    button: { text: button, address: link },
  }
}
