import { RULE_OPERATION_WORDS } from '#contract/rules/rule-messages.ts'
import { networkInCountry } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import type { Language } from '#domain/languages.ts'
import { formatMoneyIn } from '#domain/money.ts'
import { type RuleOperation, type RuleSubject, type RuleTriggerKind, ruleSubject } from '#domain/rules.ts'
import { BYTES_PER_MB } from '#domain/usage.ts'
import { anomalyNote } from './anomaly-notes.ts'
import type { MailContent } from './mail-layout.ts'

/** A SIM, a pool, the company or a model of device for which a rule fired. */
export interface RuleMailItem {
  readonly iccid: string
  /** the owner’s label, the plan of a pool, or the device; '' without one */
  readonly label: string
  readonly at: Date
  readonly trigger: RuleTriggerKind
  /** as the firing keeps it */
  readonly value: string
}

export interface RuleFacts {
  readonly companyName: string
  readonly ruleId: number
  readonly ruleName: string
  /** the operation that a person is asked to confirm; '' for none */
  readonly asks: RuleOperation | ''
  /** it is written to others because no one acknowledged it for so long; 0 in the first mail */
  readonly unseenMinutes: number
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
  anomaly: anomalyNote,
  modelAnomaly: anomalyNote,
}

const WORDS: Readonly<
  Record<
    Language,
    {
      readonly counted: Readonly<Record<RuleSubject, (count: number) => string>>
      readonly happened: (rule: string, what: string) => string
      readonly more: (sims: number) => string
      readonly asked: (operation: string) => string
      readonly unseen: (minutes: number) => string
      readonly button: string
      readonly answer: string
    }
  >
> = {
  es: {
    counted: {
      sim: (count) => (count === 1 ? 'una SIM' : `${count} SIMs`),
      pool: (count) => (count === 1 ? 'un pool' : `${count} pools`),
      company: () => 'la empresa',
      model: (count) => (count === 1 ? 'un modelo de dispositivo' : `${count} modelos de dispositivo`),
    },
    happened: (rule, what) => `La regla «${rule}» se cumplió en ${what}.`,
    more: (sims) => `Y ${sims} más: véalas todas en Enlace.`,
    asked: (operation) => `Espera su confirmación: ${operation}.`,
    unseen: (minutes) => `Nadie la marcó como vista en ${duration(minutes)}.`,
    button: 'Ver lo que hicieron las reglas',
    answer: 'Confirmar o descartar',
  },
  en: {
    counted: {
      sim: (count) => (count === 1 ? 'one SIM' : `${count} SIMs`),
      pool: (count) => (count === 1 ? 'one pool' : `${count} pools`),
      company: () => 'the company',
      model: (count) => (count === 1 ? 'one model of device' : `${count} models of device`),
    },
    happened: (rule, what) => `The rule “${rule}” fired for ${what}.`,
    more: (sims) => `And ${sims} more: see them all in Enlace.`,
    asked: (operation) => `It waits for your confirmation: ${operation}.`,
    unseen: (minutes) => `It has not been acknowledged for ${duration(minutes)}.`,
    button: 'See what rules did',
    answer: 'Confirm or decline',
  },
}

/** @param minutes 90: 1 h 30 min */
function duration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(' ')
}

const NOUNS = {
  es: { sim: ['SIM', 'SIMs'], pool: ['pool', 'pools'], model: ['modelo', 'modelos'] },
  en: { sim: ['SIM', 'SIMs'], pool: ['pool', 'pools'], model: ['model', 'models'] },
} as const

/** What a rule did, as a message for a chat: a line for each SIM. */
export function ruleChatText(facts: RuleFacts, language: Language): string {
  const { title, paragraphs, items = [], more, button } = ruleMail(facts, language)
  const shown = items.slice(0, MAX_IN_CHAT)
  const lines = shown.map(({ name, icc = '', note }) => `• ${[name, icc, note].filter((part) => part !== '').join(' · ')}`)
  const left = items.length - shown.length
  const rest = left > 0 && more === undefined ? WORDS[language].more(left) : more
  return [`${title}: ${paragraphs.join(' ')}`, ...lines, ...(rest ? [rest] : []), button?.address ?? ''].join('\n')
}

/** What a rule did, as a mail. */
export function ruleMail(facts: RuleFacts, language: Language): MailContent {
  const { companyName, ruleId, ruleName, portal, asks, unseenMinutes, items } = facts
  const words = WORDS[language]
  // a SIM for which it fired several times is one SIM
  const sims = [...Map.groupBy(items, ({ iccid, label }) => iccid || label).values()]
  const subject = items[0] ? ruleSubject(items[0].trigger) : 'sim'
  const count = subject === 'company' ? '' : `: ${sims.length} ${NOUNS[language][subject][sims.length === 1 ? 0 : 1]}`
  return {
    subject: `${ruleName}${count} · ${companyName}`,
    title: companyName,
    paragraphs: [
      words.happened(ruleName, words.counted[subject](sims.length)),
      ...(unseenMinutes > 0 ? [words.unseen(unseenMinutes)] : []),
      ...(asks === '' ? [] : [words.asked(RULE_OPERATION_WORDS[asks][language])]),
    ],
    items: sims.slice(0, MAX_LISTED).flatMap((of) => {
      const last = of.at(-1)
      if (!last) return []
      const { label, iccid, trigger, value } = last
      return [{ name: label, ...(iccid !== '' && { icc: iccid }), note: NOTES[trigger](value)[language] }]
    }),
    ...(sims.length > MAX_LISTED ? { more: words.more(sims.length - MAX_LISTED) } : {}),
    button:
      asks === ''
        ? { text: words.button, address: `${portal}/rule-firings` }
        : { text: words.answer, address: `${portal}/rule-firings?rule=${ruleId}&operation=asked` },
  }
}
