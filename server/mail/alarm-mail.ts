import { limitBytes, type NoticeKind } from '#domain/alarms.ts'
import type { Language } from '#domain/languages.ts'
import { formatMbIn, usedMbIn } from '#domain/megabytes.ts'
import { formatDecimalIn } from '#domain/money.ts'
import type { MailContent, MailItem } from './mail-layout.ts'

/** An alarm's notice of one SIM. */
export interface AlarmMailItem {
  /** what people call the alarm; '' without one */
  readonly alarmName: string
  readonly iccid: string
  /** the owner's label; '' without one */
  readonly label: string
  readonly kind: NoticeKind
  readonly usedBytes: number
  readonly limitMb: number
  /** whether its data is cut */
  readonly cuts: boolean
  /** '' for an alarm over every plan */
  readonly planName: string
}

export interface AlarmFacts {
  readonly companyName: string
  /** address of the portal */
  readonly portal: string
  /** sorted: SIMs at their limit first */
  readonly items: readonly AlarmMailItem[]
}

/** SIMs that a mail lists; the portal shows the others. */
const MAX_LISTED = 40

type Words = {
  readonly subject: (limits: number, warnings: number, company: string) => string
  /** @param alarm its name; '' for several, or one without a name */
  readonly reached: (sims: number, alarm: string) => string
  readonly near: (sims: number, alarm: string) => string
  /** @param others whether some that reached their limit keep their data */
  readonly cut: (sims: number, others: boolean) => string
  readonly more: (sims: number) => string
  readonly of: string
  readonly isCut: string
  readonly button: string
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    subject: (limits, warnings, company) =>
      limits > 0
        ? `${limits} ${limits === 1 ? 'SIM alcanzó' : 'SIMs alcanzaron'} su límite de datos · ${company}`
        : `${warnings} ${warnings === 1 ? 'SIM se acerca' : 'SIMs se acercan'} a su límite de datos · ${company}`,
    reached: (sims, alarm) =>
      `${sims === 1 ? 'Una SIM alcanzó' : `${sims} SIMs alcanzaron`} el límite de ${alarm ? `la alarma ${alarm}` : 'una alarma'}.`,
    near: (sims, alarm) =>
      `${sims === 1 ? 'Una SIM se acerca' : `${sims} SIMs se acercan`} al límite de ${alarm ? `la alarma ${alarm}` : 'una alarma'}.`,
    cut: (sims, others) => {
      const whose = others ? `el servicio de datos de ${sims === 1 ? 'una' : sims} de ellas` : 'su servicio de datos'
      return `Se corta ${whose} hasta que empiece el próximo ciclo o un usuario lo restablezca.`
    },
    more: (sims) => `Y ${sims} más: véalas todas en Enlace.`,
    of: 'de',
    isCut: 'datos cortados',
    button: 'Ver SIMs notificadas',
  },
  en: {
    subject: (limits, warnings, company) =>
      limits > 0
        ? `${limits} ${limits === 1 ? 'SIM' : 'SIMs'} reached the data limit · ${company}`
        : `${warnings} ${warnings === 1 ? 'SIM is' : 'SIMs are'} close to the data limit · ${company}`,
    reached: (sims, alarm) =>
      `${sims === 1 ? 'A SIM' : `${sims} SIMs`} reached ${alarm ? `the limit of the alarm ${alarm}` : 'an alarm’s limit'}.`,
    near: (sims, alarm) =>
      `${sims === 1 ? 'A SIM is' : `${sims} SIMs are`} close to ${alarm ? `the limit of the alarm ${alarm}` : 'an alarm’s limit'}.`,
    cut: (sims, others) => {
      const whose = others ? `The data service of ${sims === 1 ? 'one' : sims} of them` : 'Data service'
      return `${whose} is cut until the next cycle begins or a user restores it.`
    },
    more: (sims) => `And ${sims} more: see them all in Enlace.`,
    of: 'of',
    isCut: 'data cut',
    button: 'View notified SIMs',
  },
}

/** The notices of a company's alarms as a mail. A SIM with several notices is counted once. */
export function alarmMail({ companyName, portal, items: news }: AlarmFacts, language: Language): MailContent {
  const words = WORDS[language]
  const sims = (which: (one: AlarmMailItem) => boolean): number => new Set(news.filter(which).map(({ iccid }) => iccid)).size
  const limits = sims(({ kind }) => kind === 'limit')
  const warnings = sims(({ kind }) => kind === 'warning')
  const cuts = sims((one) => one.cuts)
  // of the only alarm, it leads; of several, it stands at each SIM
  const [alarm = '', ...others] = new Set(news.map(({ alarmName }) => alarmName))
  const only = others.length === 0 ? alarm : ''
  const subject = words.subject(limits, warnings, companyName)
  return {
    subject: only ? `${only}: ${subject}` : subject,
    title: companyName,
    paragraphs: [
      ...(limits > 0 ? [words.reached(limits, only)] : []),
      ...(cuts > 0 ? [words.cut(cuts, cuts < limits)] : []),
      ...(warnings > 0 ? [words.near(warnings, only)] : []),
    ],
    items: news.slice(0, MAX_LISTED).map((one) => itemOf(only ? { ...one, alarmName: '' } : one, language)),
    ...(news.length > MAX_LISTED ? { more: words.more(news.length - MAX_LISTED) } : {}),
    button: { text: words.button, address: `${portal}/alarm-notified` },
  }
}

function itemOf({ alarmName, iccid, label, usedBytes, limitMb, cuts, planName }: AlarmMailItem, language: Language): MailItem {
  const percent = Math.floor((usedBytes * 100) / limitBytes(limitMb))
  const { of, isCut } = WORDS[language]
  const used = `${usedMbIn(usedBytes, language)} ${of} ${formatMbIn(limitMb, language)}`
  return {
    name: label,
    icc: iccid,
    note: [alarmName, used, planName, cuts ? isCut : ''].filter((part) => part !== '').join(' · '),
    figure: `${formatDecimalIn(percent, 0, language)}${language === 'es' ? '\u00a0' : ''}%`,
  }
}
