import type { CompanyProblem, LockedField, LockReason } from '#domain/companies.ts'
import { taxIdKind } from '#domain/tax-id.ts'
import { FIELD_SENTENCES, UNKNOWN_SENTENCES } from '../messages.ts'
import type { Sentence } from '../sentence.ts'

/** The fields of a company by the names that people read, on the page and in its files. */
export const COMPANY_WORDS = {
  tin: { es: 'Identificación tributaria', en: 'Tax id' },
  businessName: { es: 'Razón social', en: 'Business name' },
  fantasyName: { es: 'Nombre de fantasía', en: 'Trade name' },
  activity: { es: 'Giro', en: 'Line of business' },
  representative: { es: 'Representante legal', en: 'Legal representative' },
  billingContact: { es: 'Contacto de facturación', en: 'Billing contact' },
  billingEmail: { es: 'E-mail de facturación', en: 'Billing e-mail' },
  phones: { es: 'Teléfonos', en: 'Phones' },
  address: { es: 'Dirección', en: 'Address' },
  city: { es: 'Ciudad', en: 'City' },
  country: { es: 'País', en: 'Country' },
  postalCode: { es: 'Código postal', en: 'Postal code' },
  website: { es: 'Sitio web', en: 'Website' },
  timeZone: { es: 'Zona horaria', en: 'Time zone' },
  cycleAnchorDay: { es: 'Día en que empieza el ciclo', en: 'Day on which the cycle begins' },
  currency: { es: 'Moneda', en: 'Currency' },
  above: { es: 'Debajo de', en: 'Below' },
  users: { es: 'Usuarios', en: 'Users' },
  /** not counted as on the dashboard: those that have ended no longer belong to a company */
  sims: { es: 'SIMs sin terminadas', en: 'SIMs not ended' },
  state: { es: 'Estado', en: 'Status' },
} as const satisfies Readonly<Record<string, Sentence>>

export const COMPANY_STATE_WORDS = {
  active: { es: 'Activa', en: 'Active' },
  blocked: { es: 'Bloqueada', en: 'Blocked' },
  blockedAbove: { es: 'Bloqueada desde arriba', en: 'Blocked from above' },
} as const satisfies Readonly<Record<string, Sentence>>

/** What is wrong with a field. @param country ISO 3166-1 alpha-2, whose tax id it should be */
export function companyProblemSentence(problem: CompanyProblem, country: string): Sentence {
  const kind = taxIdKind(country)
  const sentences: Readonly<Record<CompanyProblem, Sentence>> = {
    required: FIELD_SENTENCES.required,
    tooLong: FIELD_SENTENCES.tooLong,
    taxId: kind
      ? {
          es: `El ${kind.name} no es válido; se escribe como ${kind.example}`,
          en: `The ${kind.name} is not valid; it is written like ${kind.example}`,
        }
      : FIELD_SENTENCES.taxId,
    email: FIELD_SENTENCES.email,
    phones: { es: 'Escriba números de teléfono, separados por comas', en: 'Type telephone numbers, separated by commas' },
    website: { es: 'Escriba una dirección como www.empresa.cl', en: 'Type an address such as www.company.com' },
    timeZone: { es: 'Elija una zona horaria', en: 'Choose a time zone' },
    anchorDay: { es: 'El ciclo empieza un día del 1 al 28', en: 'The cycle begins on a day from 1 to 28' },
    currency: FIELD_SENTENCES.currency,
  }
  return sentences[problem]
}

/** Why a field of a company stays as it is. */
export const LOCK_SENTENCES: Readonly<Record<LockReason, Sentence>> = {
  fromAbove: { es: 'Lo cambia la empresa que le factura', en: 'The company that bills you changes it' },
  counted: {
    es: 'Ya no cambia: el consumo se cuenta con él desde la primera SIM',
    en: 'It no longer changes: usage has been counted by it since the first SIM',
  },
  billed: { es: 'Ya no cambia: hay documentos emitidos en ella', en: 'It no longer changes: documents were issued in it' },
  root: { es: 'La empresa principal no se bloquea', en: 'The main company cannot be blocked' },
}
export type Locks = Readonly<Partial<Record<LockedField, LockReason>>>

export const COMPANY_SENTENCES = {
  created: { es: 'La empresa quedó creada', en: 'The company was created' },
  changed: { es: 'La empresa quedó guardada', en: 'The company was saved' },
  deleted: { es: 'La empresa quedó eliminada', en: 'The company was deleted' },
  own: { es: 'Su propia empresa no se puede eliminar', en: 'Your own company cannot be deleted' },
  used: {
    es: 'La empresa ya tiene usuarios, SIMs, mensajes u otra historia: no se puede eliminar, pero sí bloquear',
    en: 'The company already has users, SIMs, messages or other history: it cannot be deleted, but it can be blocked',
  },
  unknown: UNKNOWN_SENTENCES.company,
  unknownCountry: { es: 'No existe ese país', en: 'There is no such country' },
  conflict: {
    es: 'Alguien cambió la empresa entretanto: ábrala otra vez',
    en: 'Somebody changed the company in the meantime: open it again',
  },
} as const satisfies Record<string, Sentence>
