import { formatImei } from '#domain/identifiers.ts'
import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

/** A SIM whose lock was broken. */
export interface LockMailItem {
  readonly iccid: string
  /** the owner's label; '' without one */
  readonly label: string
  /** of the other device */
  readonly imei: string
}

export interface LockFacts {
  readonly companyName: string
  /** address of the portal */
  readonly portal: string
  readonly items: readonly LockMailItem[]
}

/** SIMs that a mail lists; the portal shows the others. */
const MAX_LISTED = 40

type Words = {
  readonly subject: (sims: number, company: string) => string
  readonly happened: (sims: number) => string
  readonly follows: string
  readonly device: string
  readonly more: (sims: number) => string
  readonly button: (sims: number) => string
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    subject: (sims, company) => `${sims} ${sims === 1 ? 'SIM está' : 'SIMs están'} en otro dispositivo · ${company}`,
    happened: (sims) =>
      sims === 1
        ? 'Una SIM vinculada a su dispositivo se detectó en otro.'
        : `${sims} SIMs vinculadas a su dispositivo se detectaron en otro.`,
    follows: 'Se corta su servicio de datos hasta que vuelva a su dispositivo o un usuario lo restablezca.',
    device: 'en el IMEI',
    more: (sims) => `Y ${sims} más: véalas todas en Enlace.`,
    button: (sims) => (sims === 1 ? 'Ver la SIM' : 'Ver SIMs'),
  },
  en: {
    subject: (sims, company) => `${sims} ${sims === 1 ? 'SIM is' : 'SIMs are'} in another device · ${company}`,
    happened: (sims) =>
      sims === 1
        ? 'A SIM that is locked to its device was detected in another one.'
        : `${sims} SIMs that are locked to their devices were detected in others.`,
    follows: 'Data service is cut until the SIM is back in its device or a user restores it.',
    device: 'in IMEI',
    more: (sims) => `And ${sims} more: see them all in Enlace.`,
    button: (sims) => (sims === 1 ? 'View the SIM' : 'View SIMs'),
  },
}

/** The broken locks of a company's SIMs as a mail. */
export function lockMail({ companyName, portal, items }: LockFacts, language: Language): MailContent {
  const words = WORDS[language]
  const sims = items.length
  const [only] = sims === 1 ? items : []
  return {
    subject: words.subject(sims, companyName),
    title: companyName,
    paragraphs: [words.happened(sims), words.follows],
    items: items.slice(0, MAX_LISTED).map(({ iccid, label, imei }) => ({
      name: label,
      icc: iccid,
      note: `${words.device} ${formatImei(imei)}`,
    })),
    ...(sims > MAX_LISTED ? { more: words.more(sims - MAX_LISTED) } : {}),
    button: { text: words.button(sims), address: only ? `${portal}/sims/${only.iccid}` : `${portal}/sims` },
  }
}
