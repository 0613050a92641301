import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

export interface RestoreFacts {
  /** whose password it is */
  readonly email: string
  /** the network address from which somebody asked */
  readonly address: string
  /** how long the link can be used */
  readonly minutes: number
  readonly link: string
}

interface Words {
  readonly title: string
  readonly asked: (minutes: number) => string
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
  },
  en: {
    title: 'Choose another password',
    asked: (minutes) =>
      `Somebody asked to restore the password of your Enlace account. The link can be used once, within ${minutes} minutes.`,
    warning: 'If it was not you, do nothing: your password stays the same.',
    names: { account: 'Account', from: 'Asked from' },
    button: 'Choose another password',
  },
}

/** The link that sets another password, for whoever forgot theirs. */
export function restoreMail({ email, address, minutes, link }: RestoreFacts, language: Language): MailContent {
  const { title, asked, warning, names, button } = WORDS[language]
  return {
    subject: `${title} · Enlace`,
    title,
    paragraphs: [asked(minutes), warning],
    facts: [
      [names.account, email],
      [names.from, address],
    ],
    button: { text: button, address: link },
  }
}
