import type { ApiClient } from './api-client.ts'
import { callNamed } from './commands.ts'
import { usageError } from './failure.ts'
import type { Entry, Existing, FleetKind } from './fleet-kinds.ts'
import { listObjects } from './list-pages.ts'

/** The text fields of a company that are the same in a file and in the API. */
const TEXTS = {
  ...{
    fantasyName: '',
    activity: '',
    representative: '',
    billingContact: '',
    billingEmail: '',
    phones: '',
    address: '',
    city: '',
  },
  ...{ postalCode: '', website: '', customField1Name: '', customField2Name: '' },
}

/** What a new company has of the one above it, unless the file says otherwise. */
const TERMS = { country: undefined, timeZone: undefined, cycleAnchorDay: undefined, currency: undefined }

interface CompanyAnswer extends Entry {
  readonly companyId: number
  readonly parentId: number | null
  readonly countryId: number | null
  readonly updatedAt: string
}

interface Country {
  readonly countryId: number
  readonly iso2: string
}

/** Tax ids that differ in dots, dashes and case are the same, as the portal's own search has it. */
export const taxIdKey = (tin: string): string => tin.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

async function countriesOf(portal: ApiClient): Promise<readonly Country[]> {
  const { data } = await portal.data<Country[]>(callNamed('getCompanyCountries'), {})
  return data
}

async function companyOf(portal: ApiClient, id: number): Promise<CompanyAnswer> {
  const { data } = await portal.data<CompanyAnswer>(callNamed('getCompany'), { params: { id } })
  return data
}

/** A company as a file has it: its country by its code, yes and no as such. */
function entryOf(company: CompanyAnswer, countries: readonly Country[]): Entry {
  const its = (name: string) => [name, company[name]] as const
  const country = countries.find(({ countryId }) => countryId === company.countryId)?.iso2 ?? ''
  return {
    ...Object.fromEntries(['tin', 'businessName', ...Object.keys(TEXTS)].map(its)),
    country,
    ...Object.fromEntries(['timeZone', 'cycleAnchorDay', 'currency'].map(its)),
    secondFactorRequired: company.secondFactorRequired === '1',
    blocked: company.blocked === '1',
  }
}

const flagOf = (value: unknown): '0' | '1' => (value ? '1' : '0')

/** The body of a call from a whole entry. */
async function bodyOf(portal: ApiClient, { country, secondFactorRequired, blocked, ...same }: Entry): Promise<Entry> {
  const code = String(country ?? '').toUpperCase()
  const known = code === '' ? undefined : (await countriesOf(portal)).find(({ iso2 }) => iso2 === code)
  if (code !== '' && !known) throw usageError(`There is no country ${code}: it is a code of two letters, such as CL.`)
  return {
    ...same,
    countryId: known?.countryId ?? null,
    secondFactorRequired: flagOf(secondFactorRequired),
    blocked: flagOf(blocked),
  }
}

/** What the portal makes of what is written: it keeps tax ids, websites and addresses of mails in one form. */
function shownCompany({ tin: _, website, billingEmail, country, ...same }: Entry): Entry {
  const whole = typeof website === 'string' && website !== '' && !/^[a-z][a-z\d+.-]*:/i.test(website)
  return {
    ...same,
    ...(website === undefined ? {} : { website: whole ? `https://${website}` : website }),
    ...(billingEmail === undefined ? {} : { billingEmail: String(billingEmail).toLowerCase() }),
    ...(country === undefined ? {} : { country: String(country ?? '').toUpperCase() }),
  }
}

/** The numbers of the companies with these tax ids in the whole tree, or of those right below one. */
async function numbersOf(portal: ApiClient, { entries, below }: Parameters<FleetKind['list']>[1]): Promise<number[]> {
  if (below !== undefined) {
    const rows = await listObjects(portal, callNamed('getCompanies'), { query: { parent: below } })
    return rows.filter(({ tin }) => tin !== '').map(({ companyId }) => Number(companyId))
  }
  const numbers = new Set<number>()
  for (const key of new Set(entries.map(({ tin }) => taxIdKey(String(tin))))) {
    const rows = await listObjects(portal, callNamed('getCompanies'), { query: { search: key } })
    for (const { companyId, tin } of rows) if (taxIdKey(String(tin)) === key) numbers.add(Number(companyId))
  }
  return [...numbers]
}

/**
 * Companies, each below that of its field `company`. One is found again by its tax id wherever it is in the tree; it is never moved, and
 * never deleted: a company that has had anything cannot be, and one that a file does not have is no mistake of the portal.
 */
export const companies: FleetKind = {
  name: 'companies',
  singular: 'company',
  key: 'tin',
  isOfTree: true,
  sameKey: taxIdKey,
  required: ['businessName'],
  defaults: { ...TEXTS, ...TERMS, secondFactorRequired: false, blocked: false },
  shown: shownCompany,
  async list(portal, asked) {
    const numbers = await numbersOf(portal, asked)
    if (numbers.length === 0) return []
    const countries = await countriesOf(portal)
    const found: Existing[] = []
    for (const number of numbers) {
      const company = await companyOf(portal, number)
      const { companyId, parentId, updatedAt } = company
      found.push({ id: companyId, companyId: parentId ?? companyId, entry: entryOf(company, countries), version: updatedAt })
    }
    return found
  },
  async create(portal, parentId, entry) {
    const above = entryOf(await companyOf(portal, parentId), await countriesOf(portal))
    const terms = Object.fromEntries(Object.keys(TERMS).map((name) => [name, entry[name] ?? above[name]]))
    const body = { parentId, ...(await bodyOf(portal, { ...entry, ...terms })) }
    const { data } = await portal.data<{ companyId: number }>(callNamed('createCompany'), { body })
    return data.companyId
  },
  async change(portal, { id, version }, entry) {
    const body = { companyId: id, updatedAt: version, ...(await bodyOf(portal, entry)) }
    await portal.data(callNamed('changeCompany'), { body })
  },
  remove: () => Promise.reject(new Error('a fleet file deletes no company')),
}
