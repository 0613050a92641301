import { networkInCountry } from '#domain/area-locks.ts'
import { formatImei } from '#domain/identifiers.ts'
import type { Language } from '#domain/languages.ts'
import type { MailContent } from './mail-layout.ts'

/** A SIM whose lock was broken: by the device in which it is, by the network, or by where it is. */
export interface LockMailItem {
  readonly iccid: string
  /** the owner's label; '' without one */
  readonly label: string
  /** of the other device; '' when it is not the device */
  readonly imei: string
  /** MCC-MNC of the network in which it is; '' when it is not the network */
  readonly network: string
  /** names of the geofences that it has left; '' when it has not */
  readonly geofences: string
}

export interface LockFacts {
  readonly companyName: string
  /** address of the portal */
  readonly portal: string
  readonly items: readonly LockMailItem[]
}

/** SIMs that a mail lists; the portal shows the others. */
const MAX_LISTED = 40

/** What the SIMs of a mail have left. */
type Left = 'device' | 'area' | 'geofence' | 'several'

interface Happened {
  readonly subject: (sims: number) => string
  readonly happened: (sims: number) => string
  readonly follows: string
}

interface Words extends Readonly<Record<Left, Happened>> {
  readonly inDevice: string
  readonly inNetwork: string
  readonly outside: string
  readonly more: (sims: number) => string
  readonly button: (sims: number) => string
}

const WORDS: Readonly<Record<Language, Words>> = {
  es: {
    device: {
      subject: (sims) => `${sims} ${sims === 1 ? 'SIM está' : 'SIMs están'} en otro dispositivo`,
      happened: (sims) =>
        sims === 1
          ? 'Una SIM vinculada a su dispositivo se detectó en otro.'
          : `${sims} SIMs vinculadas a su dispositivo se detectaron en otro.`,
      follows: 'Se corta su servicio de datos hasta que vuelva a su dispositivo o un usuario lo restablezca.',
    },
    area: {
      subject: (sims) => `${sims} ${sims === 1 ? 'SIM está' : 'SIMs están'} fuera de sus países y redes`,
      happened: (sims) =>
        sims === 1
          ? 'Una SIM vinculada a países y redes se detectó fuera de ellos.'
          : `${sims} SIMs vinculadas a países y redes se detectaron fuera de ellos.`,
      follows: 'Se corta su servicio de datos hasta que vuelva o un usuario lo restablezca.',
    },
    geofence: {
      subject: (sims) => `${sims} ${sims === 1 ? 'SIM está' : 'SIMs están'} fuera de sus geocercas`,
      happened: (sims) =>
        sims === 1
          ? 'Una SIM vinculada a geocercas se detectó fuera de ellas.'
          : `${sims} SIMs vinculadas a geocercas se detectaron fuera de ellas.`,
      follows: 'Se corta su servicio de datos hasta que vuelva o un usuario lo restablezca.',
    },
    several: {
      subject: (sims) => `${sims} ${sims === 1 ? 'SIM está' : 'SIMs están'} fuera de su vínculo`,
      happened: (sims) =>
        sims === 1
          ? 'Una SIM se detectó fuera de más de una parte de su vínculo.'
          : `${sims} SIMs vinculadas se detectaron en otro dispositivo o fuera de sus países, redes o geocercas.`,
      follows: 'Se corta su servicio de datos hasta que vuelva o un usuario lo restablezca.',
    },
    inDevice: 'en el IMEI',
    inNetwork: 'en',
    outside: 'fuera de',
    more: (sims) => `Y ${sims} más: véalas todas en Enlace.`,
    button: (sims) => (sims === 1 ? 'Ver la SIM' : 'Ver SIMs'),
  },
  en: {
    device: {
      subject: (sims) => `${sims} ${sims === 1 ? 'SIM is' : 'SIMs are'} in another device`,
      happened: (sims) =>
        sims === 1
          ? 'A SIM that is locked to its device was detected in another one.'
          : `${sims} SIMs that are locked to their devices were detected in others.`,
      follows: 'Data service is cut until the SIM is back in its device or a user restores it.',
    },
    area: {
      subject: (sims) => `${sims} ${sims === 1 ? 'SIM is outside its' : 'SIMs are outside their'} countries and networks`,
      happened: (sims) =>
        sims === 1
          ? 'A SIM that is locked to countries and networks was detected outside them.'
          : `${sims} SIMs that are locked to countries and networks were detected outside them.`,
      follows: 'Data service is cut until the SIM is back or a user restores it.',
    },
    geofence: {
      subject: (sims) => `${sims} ${sims === 1 ? 'SIM is outside its geofences' : 'SIMs are outside their geofences'}`,
      happened: (sims) =>
        sims === 1
          ? 'A SIM that is locked to geofences was detected outside them.'
          : `${sims} SIMs that are locked to geofences were detected outside them.`,
      follows: 'Data service is cut until the SIM is back or a user restores it.',
    },
    several: {
      subject: (sims) => `${sims} ${sims === 1 ? 'SIM is outside its lock' : 'SIMs are outside their locks'}`,
      happened: (sims) =>
        sims === 1
          ? 'A SIM was detected outside more than one part of its lock.'
          : `${sims} locked SIMs were detected in other devices, or outside their countries, networks or geofences.`,
      follows: 'Data service is cut until the SIM is back or a user restores it.',
    },
    inDevice: 'in IMEI',
    inNetwork: 'in',
    outside: 'outside',
    more: (sims) => `And ${sims} more: see them all in Enlace.`,
    button: (sims) => (sims === 1 ? 'View the SIM' : 'View SIMs'),
  },
}

function leftBy(items: readonly LockMailItem[]): Left {
  const kinds = new Set(items.map(({ imei, geofences }) => (imei !== '' ? 'device' : geofences !== '' ? 'geofence' : 'area')))
  const [only = 'several'] = kinds
  return kinds.size === 1 ? only : 'several'
}

/** The broken locks of a company's SIMs as a mail. */
export function lockMail({ companyName, portal, items }: LockFacts, language: Language): MailContent {
  const words = WORDS[language]
  const { subject, happened, follows } = words[leftBy(items)]
  // one that broke both of its locks is one SIM
  const listed = [...Map.groupBy(items, ({ iccid }) => iccid).values()]
  const sims = listed.length
  const [only] = sims === 1 ? items : []
  const where = ({ imei, network, geofences }: LockMailItem) => {
    if (geofences !== '') return `${words.outside} ${geofences}`
    return network === ''
      ? `${words.inDevice} ${formatImei(imei)}`
      : `${words.inNetwork} ${networkInCountry(network, language)}`
  }
  return {
    subject: `${subject(sims)} · ${companyName}`,
    title: companyName,
    paragraphs: [happened(sims), follows],
    items: listed.slice(0, MAX_LISTED).flatMap((of) => {
      const [first] = of
      return first ? [{ name: first.label, icc: first.iccid, note: of.map(where).join(', ') }] : []
    }),
    ...(sims > MAX_LISTED ? { more: words.more(sims - MAX_LISTED) } : {}),
    button: { text: words.button(sims), address: only ? `${portal}/sims/${only.iccid}` : `${portal}/sims` },
  }
}
