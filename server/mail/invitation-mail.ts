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
    subject: `${inviter} le invitó a Enlace`,
    title: `Hola, ${name}`,
    paragraphs: [
      `${inviter} creó una cuenta para usted en Enlace, el portal de conectividad de ${company}.`,
      days === null
        ? `Inicie sesión con la cuenta de su empresa, ${email}. Aquí no necesita contraseña.`
        : `Iniciará sesión con el e-mail ${email}. Elija su contraseña para empezar: el enlace sirve una vez, durante ${days} días.`,
    ],
    button: { text: days === null ? 'Entrar con la cuenta de su empresa' : 'Elegir contraseña', address: link },
  }),
  en: ({ name, company, inviter, email, days, link }) => ({
    subject: `${inviter} invited you to Enlace`,
    title: `Hello, ${name}`,
    paragraphs: [
      `${inviter} created an account for you in Enlace, ${company}’s connectivity portal.`,
      days === null
        ? `Log in with your company account, ${email}. You don’t need a password here.`
        : `You’ll log in with the email ${email}. Choose your password to get started: the link works once, for ${days} days.`,
    ],
    button: { text: days === null ? 'Log in with your company account' : 'Choose password', address: link },
  }),
}

/** Invites a new user: with a link to set the first password, or to their company's provider. */
export const invitationMail = (facts: InvitationFacts, language: Language): MailContent => WORDS[language](facts)
