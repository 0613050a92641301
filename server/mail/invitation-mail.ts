import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

export interface InvitationFacts {
  readonly name: string
  readonly company: string
  readonly inviter: string
  /** for logging in */
  readonly email: string
  /** how long the link sets the first password; null: it leads to the company's provider */
  readonly days: number | null
  readonly link: string
}

type Words = (facts: InvitationFacts) => MailContent

const WORDS: Readonly<Record<Language, Words>> = {
  es: ({ name, company, inviter, email, days, link }) => ({
    subject: `${inviter} le invita a Enlace`,
    title: `Hola, ${name}`,
    paragraphs: [
      `${inviter} creó una cuenta para usted en Enlace, el portal de conectividad de ${company}.`,
      days === null
        ? `Entrará con la cuenta de su empresa, que tiene el E-mail ${email}. Aquí no necesita contraseña.`
        : `Entrará con el E-mail ${email}. Falta que elija su contraseña: el enlace sirve una vez, durante ${days} días.`,
    ],
    button: { text: days === null ? 'Entrar con la cuenta de su empresa' : 'Elegir la contraseña', address: link },
  }),
  en: ({ name, company, inviter, email, days, link }) => ({
    subject: `${inviter} invites you to Enlace`,
    title: `Hello, ${name}`,
    paragraphs: [
      `${inviter} has made an account for you in Enlace, the connectivity portal of ${company}.`,
      days === null
        ? `You log in with your company account, whose e-mail is ${email}. No password is needed here.`
        : `You will log in with the e-mail ${email}. Choose your password to begin: the link works once, for ${days} days.`,
    ],
    button: { text: days === null ? 'Log in with your company account' : 'Choose the password', address: link },
  }),
}

/** Invites a new user: with a link to set the first password, or to their company's provider. */
export const invitationMail = (facts: InvitationFacts, language: Language): MailContent => WORDS[language](facts)
