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
    title: 'Elija otra contraseña',
    asked: (minutes) =>
      `Se pidió restablecer la contraseña de su cuenta de Enlace. El enlace sirve una sola vez, durante ${minutes} minutos.`,
    warning: 'Si no fue usted, no haga nada: su contraseña sigue siendo la misma.',
    names: { account: 'Cuenta', from: 'Pedido desde' },
    button: 'Elegir otra contraseña',
    signOn: {
      title: 'Entre con la cuenta de su empresa',
      asked:
        'Se pidió restablecer la contraseña de su cuenta de Enlace. Su empresa ya no usa contraseñas aquí: entre con la cuenta de su empresa.',
      warning: 'Si no fue usted, no haga nada.',
      button: 'Entrar con la cuenta de su empresa',
    },
  },
  en: {
    title: 'Choose another password',
    asked: (minutes) =>
      `Somebody asked to restore the password of your Enlace account. The link can be used once, within ${minutes} minutes.`,
    warning: 'If it was not you, do nothing: your password stays the same.',
    names: { account: 'Account', from: 'Asked from' },
    button: 'Choose another password',
    signOn: {
      title: 'Log in with your company account',
      asked:
        'Somebody asked to restore the password of your Enlace account. Your company uses no passwords here any more: log in with your company account.',
      warning: 'If it was not you, do nothing.',
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
