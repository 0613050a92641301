import type { Sentence } from '#contract/sentence.ts'
import type { NETWORK_KINDS, NetworkKindName } from '#domain/network-kinds.ts'
import { sentence } from '#web/lib/sentence.ts'

type FieldOf<Kind extends NetworkKindName> = (typeof NETWORK_KINDS)[Kind]['fields'][number]['name']

interface FieldWords {
  readonly label: Sentence
  readonly hint?: Sentence
}

interface KindWords<Fields extends string = string> {
  /** as written after a network's name */
  readonly name: Sentence
  /** description */
  readonly about: Sentence
  readonly fields: Readonly<Record<Fields, FieldWords>>
}

const same = (text: string): Sentence => ({ es: text, en: text })

/** Names of the kinds of `domain/network-kinds.ts` and their fields. */
const KIND_WORDS: { readonly [Kind in NetworkKindName]: KindWords<FieldOf<Kind>> } = {
  simulated: {
    name: { es: 'simulada', en: 'simulated' },
    about: {
      es: 'Dentro del portal, para probar y mostrar: no llega a ningún equipo.',
      en: 'Inside the portal, to try and to show: it reaches no device.',
    },
    fields: {
      'life.isOn': {
        label: { es: 'Los equipos actúan solos', en: 'Devices act by themselves' },
        hint: {
          es: 'Se conectan y gastan datos. Si no, la red solo responde.',
          en: 'They connect and use data. If not, the network only answers.',
        },
      },
      remembersRequests: {
        label: { es: 'Reconoce peticiones repetidas', en: 'Knows repeated requests' },
        hint: {
          es: 'Una orden que llega dos veces se cumple una sola vez.',
          en: 'A command that arrives twice is carried out once.',
        },
      },
    },
  },
  osmocom: {
    name: same('Osmocom'),
    about: {
      es: 'Un núcleo móvil propio: OsmoHLR, OsmoSGSN, OsmoGGSN y OsmoMSC.',
      en: 'A mobile core of your own: OsmoHLR, OsmoSGSN, OsmoGGSN and OsmoMSC.',
    },
    fields: {
      plmn: {
        label: { es: 'Red propia (MCC-MNC)', en: 'Own network (MCC-MNC)' },
        hint: {
          es: 'Con estas cifras empiezan los IMSI de sus SIM: 001-01.',
          en: 'The IMSIs of its SIMs begin with these digits: 001-01.',
        },
      },
      hlrHost: { label: { es: 'Servidor del HLR', en: 'Host of the HLR' } },
      hlrVtyPort: { label: { es: 'Puerto VTY del HLR', en: 'VTY port of the HLR' } },
      hlrCtrlPort: { label: { es: 'Puerto CTRL del HLR', en: 'CTRL port of the HLR' } },
      sgsnHost: { label: { es: 'Servidor del SGSN', en: 'Host of the SGSN' } },
      sgsnVtyPort: { label: { es: 'Puerto VTY del SGSN', en: 'VTY port of the SGSN' } },
      sgsnCtrlPort: { label: { es: 'Puerto CTRL del SGSN', en: 'CTRL port of the SGSN' } },
      ggsnHost: { label: { es: 'Servidor del GGSN', en: 'Host of the GGSN' } },
      ggsnVtyPort: { label: { es: 'Puerto VTY del GGSN', en: 'VTY port of the GGSN' } },
      mscHost: {
        label: { es: 'Servidor del MSC', en: 'Host of the MSC' },
        hint: { es: 'Vacío si el núcleo no lleva mensajes.', en: 'Empty if the core carries no messages.' },
      },
      mscVtyPort: { label: { es: 'Puerto VTY del MSC', en: 'VTY port of the MSC' } },
    },
  },
  soracom: {
    name: same('Soracom'),
    about: { es: 'La plataforma de Soracom, por su API pública.', en: 'The platform of Soracom, over its public API.' },
    fields: {
      apiUrl: {
        label: { es: 'Dirección de la API', en: 'Address of the API' },
        hint: {
          es: 'Cobertura global: https://g.api.soracom.io. Japón: https://api.soracom.io.',
          en: 'Global coverage: https://g.api.soracom.io. Japan: https://api.soracom.io.',
        },
      },
      authKeyId: {
        label: { es: 'Identificador de la clave', en: 'Key identifier' },
        hint: {
          es: 'AuthKey ID de un usuario SAM con permiso sobre las SIMs.',
          en: 'AuthKey ID of a SAM user who may act on SIMs.',
        },
      },
      authKey: { label: { es: 'Clave secreta', en: 'Secret key' } },
    },
  },
}

const wordsOf = (kind: string): KindWords | undefined => Object.entries(KIND_WORDS).find(([known]) => known === kind)?.[1]

/** The name of a kind; an unsupported one is shown as it is. */
export function kindWord(kind: string): string {
  const words = wordsOf(kind)
  return words ? sentence(words.name) : kind
}

/** The description of a kind; '' for an unsupported one. */
export function kindAbout(kind: string): string {
  const words = wordsOf(kind)
  return words ? sentence(words.about) : ''
}

/** Label and hint of a field of a kind. */
export function fieldWords(kind: string, field: string): { readonly label: string; readonly hint: string | undefined } {
  const words = wordsOf(kind)?.fields[field]
  return { label: words ? sentence(words.label) : field, hint: words?.hint && sentence(words.hint) }
}
