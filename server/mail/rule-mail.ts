import { networkInCountry } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import type { Language } from '#domain/languages.ts'
import { formatMoneyIn } from '#domain/money.ts'
import { type RuleSubject, type RuleTriggerKind, ruleSubject } from '#domain/rules.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import type { MailContent } from './mail-layout.ts'

/** A SIM, a pool or the company for which a rule fired. */
export interface RuleMailItem {
  readonly iccid: string
  /** the owner’s label, or the plan of a pool; '' without one */
  readonly label: string
  readonly at: Date
  readonly trigger: RuleTriggerKind
  /** bytes, SMS, seconds of voice, hours, sessions, the device, the network, percent, minor units with their currency, or a day */
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
/** And those that a chat lists. */
const MAX_IN_CHAT = 10

const megabytes = (bytes: string, language: Language): string =>
  `${(Number(bytes) / BYTES_PER_MB).toLocaleString(language, { maximumFractionDigits: 1 })} MB`

/** @param value minor units and their currency */
function cost(value: string, language: Language): string {
  const [minor = '', currency = ''] = value.split(' ')
  return `${formatMoneyIn(Number(minor), currency, language)} ${currency}`
}

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
  stay: (value) => ({ es: `la permanencia mínima termina el ${value}`, en: `the minimum stay ends on ${value}` }),
  simCost: (value) => ({ es: `${cost(value, 'es')} en el ciclo`, en: `${cost(value, 'en')} in the cycle` }),
  pool: (value) => ({ es: `${value} % del pool`, en: `${value}% of the pool` }),
  companyCost: (value) => ({
    es: `${cost(value, 'es')} estimados para el ciclo`,
    en: `${cost(value, 'en')} estimated for the cycle`,
  }),
}

const WORDS: Readonly<
  Record<
    Language,
    {
      readonly counted: Readonly<Record<RuleSubject, (count: number) => string>>
      readonly happened: (rule: string, what: string) => string
      readonly more: (sims: number) => string
      readonly button: string
    }
  >
> = {
  es: {
    counted: {
      sim: (count) => (count === 1 ? 'una SIM' : `${count} SIMs`),
      pool: (count) => (count === 1 ? 'un pool' : `${count} pools`),
      company: () => 'la empresa',
    },
    happened: (rule, what) => `La regla «${rule}» se cumplió en ${what}.`,
    more: (sims) => `Y ${sims} más: véalas todas en Enlace.`,
    button: 'Ver lo que hicieron las reglas',
  },
  en: {
    counted: {
      sim: (count) => (count === 1 ? 'one SIM' : `${count} SIMs`),
      pool: (count) => (count === 1 ? 'one pool' : `${count} pools`),
      company: () => 'the company',
    },
    happened: (rule, what) => `The rule “${rule}” fired for ${what}.`,
    more: (sims) => `And ${sims} more: see them all in Enlace.`,
    button: 'See what rules did',
  },
}

const NOUNS = { sim: ['SIM', 'SIMs'], pool: ['pool', 'pools'] } as const

/** What a rule did, as a message for a chat: a line for each SIM. */
export function ruleChatText(facts: RuleFacts, language: Language): string {
  const { title, paragraphs, items = [], more, button } = ruleMail(facts, language)
  const shown = items.slice(0, MAX_IN_CHAT)
  const lines = shown.map(({ name, icc = '', note }) => `• ${[name, icc, note].filter((part) => part !== '').join(' · ')}`)
  const left = items.length - shown.length
  const rest = left > 0 && more === undefined ? WORDS[language].more(left) : more
  return [...paragraphs.map((text) => `${title}: ${text}`), ...lines, ...(rest ? [rest] : []), button?.address ?? ''].join('\n')
}

/** What a rule did, as a mail. */
export function ruleMail({ companyName, ruleName, portal, items }: RuleFacts, language: Language): MailContent {
  const words = WORDS[language]
  // a SIM for which it fired several times is one SIM
  const sims = [...Map.groupBy(items, ({ iccid, label }) => iccid || label).values()]
  const subject = items[0] ? ruleSubject(items[0].trigger) : 'sim'
  const count = subject === 'company' ? '' : `: ${sims.length} ${NOUNS[subject][sims.length === 1 ? 0 : 1]}`
  return {
    subject: `${ruleName}${count} · ${companyName}`,
    title: companyName,
    paragraphs: [words.happened(ruleName, words.counted[subject](sims.length))],
    items: sims.slice(0, MAX_LISTED).flatMap((of) => {
      const last = of.at(-1)
      return last
        ? [
            {
              name: last.label,
              ...(last.iccid === '' ? {} : { icc: last.iccid }),
              note: NOTES[last.trigger](last.value)[language],
            },
          ]
        : []
    }),
    ...(sims.length > MAX_LISTED ? { more: words.more(sims.length - MAX_LISTED) } : {}),
    button: { text: words.button, address: `${portal}/rule-firings` },
  }
}
