import { networkInCountry } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import type { Language } from '#domain/languages.ts'
import type { RuleTriggerKind } from '#domain/rules.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { MailContent } from './mail-layout.ts'

/** A SIM for which a rule fired. */
export interface RuleMailItem {
  readonly iccid: string
  /** the owner's label; '' without one */
  readonly label: string
  readonly at: Date
  readonly trigger: RuleTriggerKind
  /** bytes, SMS, seconds of voice, hours, sessions, the device or the network */
  readonly value: string
}

export interface RuleFacts {
  readonly companyName: string
  readonly ruleName: string
  /** address of the portal */
  readonly portal: string
  readonly items: readonly RuleMailItem[]
}

/** SIMs that a mail lists; the portal shows the others. */
const MAX_LISTED = 40

const megabytes = (bytes: string, language: Language): string =>
  `${(Number(bytes) / BYTES_PER_MB).toLocaleString(language, { maximumFractionDigits: 1 })} MB`

const minutes = (seconds: string): string => `${Math.floor(Number(seconds) / 60)} min`

const NOTES: Readonly<Record<RuleTriggerKind, (value: string) => Readonly<Record<Language, string>>>> = {
  data: (value) => ({ es: megabytes(value, 'es'), en: megabytes(value, 'en') }),
  median: (value) => ({ es: `${megabytes(value, 'es')} en el día`, en: `${megabytes(value, 'en')} in the day` }),
  sms: (value) => ({ es: `${value} SMS`, en: `${value} SMS` }),
  smsMedian: (value) => ({ es: `${value} SMS en el día`, en: `${value} SMS in the day` }),
  voice: (value) => ({ es: minutes(value), en: minutes(value) }),
  voiceMedian: (value) => ({ es: `${minutes(value)} de voz en el día`, en: `${minutes(value)} of voice in the day` }),
  silence: (value) => ({
    es: `sin comunicarse hace ${Math.floor(Number(value))} h`,
    en: `no contact for ${Math.floor(Number(value))} h`,
  }),
  first: (value) => ({
    es: value === '' ? 'se conectó por primera vez' : `se conectó por primera vez, en ${networkInCountry(value, 'es')}`,
    en: value === '' ? 'connected for the first time' : `connected for the first time, in ${networkInCountry(value, 'en')}`,
  }),
  sessions: (value) => ({ es: `${value} sesiones en una hora`, en: `${value} sessions in an hour` }),
  device: (value) => ({ es: `en el IMEI ${formatImei(value)}`, en: `in IMEI ${formatImei(value)}` }),
  place: (value) => ({ es: `en ${networkInCountry(value, 'es')}`, en: `in ${networkInCountry(value, 'en')}` }),
}

const WORDS: Readonly<
  Record<
    Language,
    {
      readonly happened: (rule: string, sims: number) => string
      readonly more: (sims: number) => string
      readonly button: string
    }
  >
> = {
  es: {
    happened: (rule, sims) => `La regla «${rule}» se cumplió en ${sims === 1 ? 'una SIM' : `${sims} SIMs`}.`,
    more: (sims) => `Y ${sims} más: véalas todas en Enlace.`,
    button: 'Ver lo que hicieron las reglas',
  },
  en: {
    happened: (rule, sims) => `The rule “${rule}” fired for ${sims === 1 ? 'one SIM' : `${sims} SIMs`}.`,
    more: (sims) => `And ${sims} more: see them all in Enlace.`,
    button: 'See what rules did',
  },
}

/** What a rule did, as a mail. */
export function ruleMail({ companyName, ruleName, portal, items }: RuleFacts, language: Language): MailContent {
  const words = WORDS[language]
  // a SIM for which it fired several times is one SIM
  const sims = [...Map.groupBy(items, ({ iccid }) => iccid).values()]
  return {
    subject: `${ruleName}: ${sims.length} ${sims.length === 1 ? 'SIM' : 'SIMs'} · ${companyName}`,
    title: companyName,
    paragraphs: [words.happened(ruleName, sims.length)],
    items: sims.slice(0, MAX_LISTED).flatMap((of) => {
      const last = of.at(-1)
      return last ? [{ name: last.label, icc: last.iccid, note: NOTES[last.trigger](last.value)[language] }] : []
    }),
    ...(sims.length > MAX_LISTED ? { more: words.more(sims.length - MAX_LISTED) } : {}),
    button: { text: words.button, address: `${portal}/rule-firings` },
  }
}
