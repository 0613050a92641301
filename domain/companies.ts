import { isEmail } from './email.ts'
import { parseTaxId } from './tax-id.ts'

/** The text fields of a company. */
export interface CompanyText {
  readonly tin: string
  readonly businessName: string
  readonly fantasyName: string
  readonly activity: string
  readonly representative: string
  readonly billingContact: string
  readonly billingEmail: string
  readonly phones: string
  readonly address: string
  readonly city: string
  readonly postalCode: string
  readonly website: string
  /** what it calls the two own fields of its SIMs; '' as the company above it does */
  readonly customField1Name: string
  readonly customField2Name: string
}
export type CompanyTextField = keyof CompanyText

/** The fields by which a company's usage is dated and billed. */
export interface CompanyTerms {
  /** IANA name */
  readonly timeZone: string
  /** day of the month on which its billing cycles begin, 1 to 28 */
  readonly cycleAnchorDay: number
  /** ISO 4217 */
  readonly currency: string
}

/** Maximum length in characters; the database enforces the same limits. */
export const COMPANY_LENGTHS: Readonly<Record<CompanyTextField, number>> = {
  tin: 30,
  businessName: 200,
  fantasyName: 200,
  activity: 200,
  representative: 120,
  billingContact: 120,
  billingEmail: 254,
  phones: 120,
  address: 200,
  city: 120,
  postalCode: 20,
  website: 200,
  customField1Name: 30,
  customField2Name: 30,
}
export const COMPANY_TEXT_FIELDS = Object.keys(COMPANY_LENGTHS) as readonly CompanyTextField[]

export type CompanyProblem =
  | 'required'
  | 'tooLong'
  | 'taxId'
  | 'email'
  | 'phones'
  | 'website'
  | 'timeZone'
  | 'anchorDay'
  | 'currency'
export type CompanyFieldProblems = Partial<Record<CompanyTextField | keyof CompanyTerms, CompanyProblem>>

/** Digits with the usual separators; several numbers are separated by commas, semicolons or slashes. */
const PHONES = /^\+?\d[\d ().\-+,;/]{4,}$/

/** Whether a text can be one or several telephone numbers. */
export function arePhones(text: string): boolean {
  return PHONES.test(text)
}

/** A website address normalised to include its protocol; undefined when it is not http or https. */
export function parseWebsite(text: string): string | undefined {
  const typed = text.trim()
  const whole = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(whole) || /\s/.test(whole)) return undefined
  const { protocol, hostname, username } = new URL(whole)
  return /^https?:$/.test(protocol) && hostname.includes('.') && username === '' ? whole : undefined
}

/** Whether the runtime supports an IANA time zone of that name. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{1,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Whether the runtime lists an ISO 4217 code as in use. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

const FORMS: Partial<Record<CompanyTextField, { readonly fits: (text: string) => boolean; readonly problem: CompanyProblem }>> =
  {
    billingEmail: { fits: isEmail, problem: 'email' },
    phones: { fits: arePhones, problem: 'phones' },
    website: { fits: (text) => parseWebsite(text) !== undefined, problem: 'website' },
  }

function textProblem(field: CompanyTextField, text: string, country: string): CompanyProblem | undefined {
  if (text === '') return field === 'businessName' ? 'required' : undefined
  if ([...text].length > COMPANY_LENGTHS[field]) return 'tooLong'
  if (field === 'tin') return parseTaxId(country, text) === undefined ? 'taxId' : undefined
  const form = FORMS[field]
  return form && !form.fits(text) ? form.problem : undefined
}

/**
 * What is wrong with a company, by field; nothing when it can be kept. Only the business name must be there: the others are known later.
 * @param country ISO 3166-1 alpha-2; '' when it is not known
 */
export function companyProblems(company: CompanyText & CompanyTerms, country: string): CompanyFieldProblems {
  const problems: CompanyFieldProblems = {}
  const kept = normaliseCompanyText(company, country)
  for (const field of COMPANY_TEXT_FIELDS) {
    const problem = textProblem(field, kept[field], country)
    if (problem) problems[field] = problem
  }
  if (!isTimeZone(company.timeZone)) problems.timeZone = 'timeZone'
  if (!isCurrency(company.currency)) problems.currency = 'currency'
  const { cycleAnchorDay } = company
  if (!Number.isInteger(cycleAnchorDay) || cycleAnchorDay < 1 || cycleAnchorDay > 28) problems.cycleAnchorDay = 'anchorDay'
  return problems
}

/** Normalises text fields for storage: trimmed, with tax id and website in canonical form. */
export function normaliseCompanyText<T extends CompanyText>(company: T, country: string): T {
  const trimmed = Object.fromEntries(
    COMPANY_TEXT_FIELDS.map((field) => [field, company[field].trim()]),
  ) as unknown as CompanyText
  const { tin, website, billingEmail } = trimmed
  return {
    ...company,
    ...trimmed,
    tin: parseTaxId(country, tin) ?? tin,
    website: parseWebsite(website) ?? website,
    billingEmail: billingEmail.toLowerCase(),
  }
}

/** Activity of a company that makes some of its fields immutable. */
export interface CompanyActivity {
  /** it has SIMs, or had them */
  readonly hasSims: boolean
  /** a document with a number names it */
  readonly isBilled: boolean
}

/** The editing user's relation to the company. */
export interface CompanyEditor {
  /** the company is the user's own, and the user is not an administrator */
  readonly isOwn: boolean
  /** the company is the root of the tree */
  readonly isRoot: boolean
}

export type LockedField = CompanyTextField | keyof CompanyTerms | 'countryId' | 'blocked'
export type LockReason = 'fromAbove' | 'counted' | 'billed' | 'root'

/**
 * The fields of a company that are locked, with the reason. Legal name, tax id, country and billing terms belong to the
 * company above, which bills it. Time zone and anchor day are locked once usage may have been counted: counted usage is
 * stored by local day and cycle and never recounted. The currency is locked by the first issued document: debt is
 * summed in it.
 */
export function lockedFields(
  { isOwn, isRoot }: CompanyEditor,
  { hasSims, isBilled }: CompanyActivity,
): Readonly<Partial<Record<LockedField, LockReason>>> {
  const locked: Partial<Record<LockedField, LockReason>> = {}
  const fromAbove = ['tin', 'businessName', 'countryId', 'timeZone', 'cycleAnchorDay', 'currency', 'blocked'] as const
  if (isRoot) locked.blocked = 'root'
  if (isBilled) locked.currency = 'billed'
  if (hasSims || isBilled) {
    locked.timeZone = 'counted'
    locked.cycleAnchorDay = 'counted'
  }
  if (isOwn) for (const field of fromAbove) locked[field] ??= 'fromAbove'
  return locked
}
