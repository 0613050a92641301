import type { CompanyProblem, LockedField, LockReason } from '#domain/companies.ts'
import { taxIdKind } from '#domain/tax-id.ts'
import { FIELD_SENTENCES, UNKNOWN_SENTENCES } from '../messages.ts'
import type { Sentence } from '../sentence.ts'

/** The fields of a company by the names that people read, on the page and in its files. */
export const COMPANY_WORDS = {
  tin: { es: 'Identificación tributaria', en: 'Tax ID' },
  businessName: { es: 'Razón social', en: 'Business name' },
  fantasyName: { es: 'Nombre de fantasía', en: 'Trade name' },
  activity: { es: 'Giro', en: 'Line of business' },
  representative: { es: 'Representante legal', en: 'Legal representative' },
  billingContact: { es: 'Contacto de facturación', en: 'Billing contact' },
  billingEmail: { es: 'E-mail de facturación', en: 'Billing email' },
  phones: { es: 'Teléfonos', en: 'Phones' },
  address: { es: 'Dirección', en: 'Address' },
  city: { es: 'Ciudad', en: 'City' },
  country: { es: 'País', en: 'Country' },
  postalCode: { es: 'Código postal', en: 'Postal code' },
  website: { es: 'Sitio web', en: 'Website' },
  customField1Name: { es: 'Nombre de la etiqueta', en: 'Name of the label' },
  customField2Name: { es: 'Nombre del campo 2', en: 'Name of field 2' },
  timeZone: { es: 'Zona horaria', en: 'Time zone' },
  cycleAnchorDay: { es: 'Día de inicio del ciclo', en: 'Cycle start day' },
  currency: { es: 'Moneda', en: 'Currency' },
  above: { es: 'Filial de', en: 'Subsidiary of' },
  users: { es: 'Usuarios', en: 'Users' },
  /** not counted as on the dashboard: those that have ended no longer belong to a company */
  sims: { es: 'SIMs vigentes', en: 'Current SIMs' },
  simsBelow: { es: 'SIMs vigentes de sus filiales', en: 'Current SIMs of its subsidiaries' },
  connected: { es: 'Conectadas', en: 'Connected' },
  state: { es: 'Estado', en: 'Status' },
} as const satisfies Readonly<Record<string, Sentence>>

export const COMPANY_STATE_WORDS = {
  active: { es: 'Activa', en: 'Active' },
  blocked: { es: 'Bloqueada', en: 'Blocked' },
  blockedAbove: { es: 'Bloqueada por su matriz', en: 'Blocked by its parent' },
} as const satisfies Readonly<Record<string, Sentence>>

/** What is wrong with a field. @param country ISO 3166-1 alpha-2, whose tax id it should be */
export function companyProblemSentence(problem: CompanyProblem, country: string): Sentence {
  const kind = taxIdKind(country)
  const sentences: Readonly<Record<CompanyProblem, Sentence>> = {
    required: FIELD_SENTENCES.required,
    tooLong: FIELD_SENTENCES.tooLong,
    taxId: kind
      ? {
          es: `El ${kind.name} no es válido; use un formato como ${kind.example}`,
          en: `The ${kind.name} isn’t valid; use a format like ${kind.example}`,
        }
      : FIELD_SENTENCES.taxId,
    email: FIELD_SENTENCES.email,
    phones: { es: 'Escriba números de teléfono, separados por comas', en: 'Enter phone numbers, separated by commas' },
    website: { es: 'Escriba una dirección como www.empresa.cl', en: 'Enter an address such as www.company.com' },
    timeZone: { es: 'Elija una zona horaria', en: 'Choose a time zone' },
    anchorDay: { es: 'El ciclo empieza un día del 1 al 28', en: 'The cycle starts on a day from 1 to 28' },
    currency: FIELD_SENTENCES.currency,
  }
  return sentences[problem]
}

/** Why a field of a company stays as it is. */
export const LOCK_SENTENCES: Readonly<Record<LockReason, Sentence>> = {
  fromAbove: { es: 'Solo lo cambia la empresa que le factura', en: 'Only the company that bills you can change it' },
  counted: {
    es: 'No se puede cambiar: el consumo se cuenta con él desde la primera SIM',
    en: 'Can’t be changed: usage has been counted with it since the first SIM',
  },
  billed: { es: 'No se puede cambiar: hay documentos emitidos en ella', en: 'Can’t be changed: documents were issued in it' },
  root: { es: 'No se puede bloquear la empresa principal', en: 'The main company can’t be blocked' },
}
export type Locks = Readonly<Partial<Record<LockedField, LockReason>>>

export const COMPANY_SENTENCES = {
  created: { es: 'Empresa creada', en: 'Company created' },
  changed: { es: 'Empresa guardada', en: 'Company saved' },
  deleted: { es: 'Empresa eliminada', en: 'Company deleted' },
  ofAll: {
    es: 'Esto es de todas las empresas: deje de trabajar en una sola',
    en: 'This concerns all companies: stop working in just one',
  },
  own: { es: 'No puede eliminar su propia empresa', en: 'You can’t delete your own company' },
  factorOfStronger: {
    es: 'Solo deja de exigir la verificación en dos pasos quien administra usuarios y tiene todos los permisos de los de esta empresa',
    en: 'Only someone who manages users and has all the permissions of this company’s users can stop requiring two-step verification',
  },
  used: {
    es: 'La empresa tiene usuarios, SIMs, mensajes u otro historial: no se puede eliminar, pero sí bloquear',
    en: 'The company has users, SIMs, messages or other history: you can’t delete it, but you can block it',
  },
  unknown: UNKNOWN_SENTENCES.company,
  unknownCountry: { es: 'No existe ese país', en: 'Country not found' },
  conflict: {
    es: 'Otra persona cambió la empresa: ábrala otra vez',
    en: 'Someone else changed the company: open it again',
  },
} as const satisfies Record<string, Sentence>
