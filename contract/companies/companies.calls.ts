import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField, flagField, idField, idParam, LIST_FILES, listFormat, pageFields } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'
import { valueCounts } from '../value-counts.ts'

/** Of the list and of a company itself. */
export const COMPANY_STATES = ['active', 'blocked', 'blockedAbove'] as const

const companyColumns = {
  companyId: column.number,
  /** null: the one above all */
  parentId: column.nullable(column.number),
  businessName: column.text,
  fantasyName: column.text,
  tin: column.text,
  /** ISO 3166-1 alpha-2; '' when it is not known */
  country: column.text,
  countryName: column.text,
  /** names of the companies above it that the reader sees, the highest first, apart by ' › ' */
  above: column.text,
  /** companies right below it */
  children: column.number,
  /** its own */
  users: column.number,
  /** its own */
  sims: column.number,
  /** of all companies below it */
  simsBelow: column.number,
  /** of COMPANY_STATES: 'blockedAbove' when one above it is blocked */
  state: column.text,
  /** active SIMs of it and of all companies below it, and those of them with a data session */
  activeSims: column.number,
  connectedSims: column.number,
}
export const companyList = defineList(companyColumns)

const companyFilter = {
  /** the companies right below this one */
  parent: idParam.optional(),
  search: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .describe('Anywhere in name, trade name or tax id (also without its dots), of the reader’s whole tree')
    .optional(),
  state: z.enum(['active', 'blocked']).optional(),
}

export const getCompanies = defineCall({
  method: 'GET',
  path: '/companies',
  access: 'companies',
  summary: 'List companies by name: the subsidiaries of one, or all that match in the tree; without either, your own',
  query: z.strictObject({
    ...companyFilter,
    ...pageFields(),
  }),
  list: companyList,
})

export const countCompanies = defineCall({
  method: 'GET',
  path: '/companies/counts',
  access: 'companies',
  summary: 'Count the companies of the tree by state; those below a blocked one are active themselves',
  query: z.strictObject({ search: companyFilter.search }),
  data: valueCounts,
})

export const exportCompanies = defineCall({
  method: 'GET',
  path: '/companies/export',
  access: 'companies',
  summary: 'Download all matching companies: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({
    search: companyFilter.search,
    state: companyFilter.state,
    format: listFormat,
  }),
  file: LIST_FILES,
})

export const getCompanyCountries = defineCall({
  method: 'GET',
  path: '/companies/countries',
  access: 'companies',
  summary: 'List countries for companies, with the code of their tax id',
  data: z.array(z.object({ countryId: z.number().int(), countryName: z.string(), iso2: z.string() })),
})

/** Enough of a company to choose it among others. */
export const companyChoiceList = defineList({
  companyId: column.number,
  companyName: column.text,
  /** of the company above it, which distinguishes it from others of its name; null where the reader sees none */
  parentId: column.nullable(column.number),
  parentName: column.text,
})

export const getCompanyChoices = defineCall({
  method: 'GET',
  path: '/companies/choices',
  access: 'login',
  summary: 'Find companies by name or by id, for a selector',
  query: z.strictObject({
    search: companyFilter.search,
    /** only this one: what it is called. There is none where the reader does not see it */
    company: idParam.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  list: companyChoiceList,
})

const text = z.string().max(500)
const companyFields = {
  tin: text,
  businessName: text,
  fantasyName: text,
  activity: text,
  representative: text,
  billingContact: text,
  billingEmail: text,
  phones: text,
  address: text,
  city: text,
  /** a key of type smallint */
  countryId: z.number().int().positive().max(32_767).nullable(),
  postalCode: text,
  website: text,
  /** what it calls the two own fields of its SIMs; '' as the company above it does */
  customField1Name: text,
  customField2Name: text,
  /** IANA name, such as America/Santiago */
  timeZone: text,
  /** day of the month, 1 to 28 */
  cycleAnchorDay: z.number(),
  /** ISO 4217 */
  currency: text,
  /** '1': its users need a second factor to log in */
  secondFactorRequired: flagField,
  /** '1': its users, and those of companies below it, can read everything and change nothing */
  blocked: flagField,
}

const lockReason = z.enum(['fromAbove', 'counted', 'billed', 'root'])

const companyData = z.object({
  ...companyFields,
  companyId: z.number().int(),
  parentId: z.number().int().nullable(),
  above: z.string(),
  /** the same companies one by one */
  path: z.array(z.object({ companyId: z.number().int(), businessName: z.string() })),
  /** as in the list */
  state: z.enum(COMPANY_STATES),
  /** ISO 8601 */
  updatedAt: z.string(),
  /** what of it can't be changed by this reader, and why */
  locked: z.record(z.string(), lockReason),
  children: countField,
  users: countField,
  sims: countField,
  simsBelow: countField,
})
export type CompanyData = z.infer<typeof companyData>

export const getCompany = defineCall({
  method: 'GET',
  path: '/companies/company/{id}',
  access: 'companies',
  summary: 'Get a company',
  params: z.strictObject({ id: idParam }),
  data: companyData,
})

/** The names of its fields may be left out: then they stay. */
const companyBody = z.strictObject({ ...companyFields, customField1Name: text.optional(), customField2Name: text.optional() })
export type CompanyBody = z.infer<typeof companyBody>

export const createCompany = defineCall({
  method: 'POST',
  path: '/companies/company/',
  access: 'companies',
  summary: 'Create a subsidiary',
  body: companyBody.extend({ parentId: idField }),
  data: z.object({ companyId: z.number().int() }),
})

export const changeCompany = defineCall({
  method: 'PUT',
  path: '/companies/company/',
  access: 'companies',
  summary: 'Change a company; locked fields must keep their value',
  body: companyBody.extend({
    companyId: idField,
    /** as it was read; refused with `conflict` when another user has changed it since */
    updatedAt: z.string().max(40).optional(),
  }),
  data: z.object({ companyId: z.number().int() }),
})

export const deleteCompany = defineCall({
  method: 'DELETE',
  path: '/companies/company/{id}',
  access: 'companies',
  summary: 'Delete an empty company; HTTP 409 conflict when it has users, SIMs or any other record',
  params: z.strictObject({ id: idParam }),
  data: z.null(),
})
