import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField, customTextField, idParam, imeiField, LIST_FILES, listFormat, pageFields } from '../fields.ts'
import { HYS_SEARCH } from '../filter-values.ts'
import { column, defineList } from '../list-codec.ts'
import { COUNTED_ROWS_MAX, valueCounts } from '../value-counts.ts'

const hysColumns = {
  hysId: column.number,
  /** 'device' or 'service' */
  kind: column.text,
  /** as the catalogue called them when it was acquired */
  productType: column.text,
  product: column.text,
  /** 15 digits; '' while it is not known, and for services */
  imei: column.text,
  customField1: column.text,
  customField2: column.text,
  /** the SIM in it, while that is the company's; '' otherwise */
  icc: column.text,
  companyId: column.number,
  companyName: column.text,
  acquiredAt: column.time,
  /** of the SIM in it; '' without one */
  simLabel: column.text,
}
export const hysList = defineList(hysColumns)

/** A search shows so many; a file has all of them. */
export const HYS_SEARCH_LIMIT = 1000
/** Matches are counted so far. */
export const HYS_COUNT_LIMIT = 10_000

const searchField = z.string().trim().min(HYS_SEARCH.least, { error: 'searchTooShort' }).max(HYS_SEARCH.most)

const hysFilter = {
  company: idParam.describe('Number of the company').optional(),
  productType: z.string().max(120).describe('Type of product').optional(),
  withoutImei: z.enum(['true', 'false']).describe('Only devices whose IMEI is not there').optional(),
  /** a list has at most HYS_SEARCH_LIMIT that match */
  search: searchField.describe('Three characters or more, anywhere in product, IMEI, ICC or custom fields').optional(),
}

export const getHys = defineCall({
  method: 'GET',
  path: '/hys/list',
  access: 'hys',
  inSpec: true,
  summary: 'List devices and services of your companies, newest first',
  query: z.strictObject({
    ...hysFilter,
    ...pageFields(),
  }),
  list: hysList,
})

export const countHys = defineCall({
  method: 'GET',
  path: '/hys/count',
  access: 'hys',
  summary: 'Count all matches of a search, beyond those listed',
  query: z.strictObject({ ...hysFilter, search: searchField }),
  data: z.object({
    count: z.number().int().nonnegative(),
    /** there are more than HYS_COUNT_LIMIT, which is what `count` says then */
    isMore: z.boolean(),
  }),
})

export const countHysTypes = defineCall({
  method: 'GET',
  path: '/hys/counts',
  access: 'hys',
  summary: 'Count devices and services by type of product',
  query: z.strictObject(hysFilter).omit({ productType: true }),
  data: valueCounts,
})

const hysTotals = z.object({
  devices: countField.describe('Devices'),
  services: countField.describe('Services'),
  withSim: countField.describe('Devices with a SIM of their company in them'),
  withImei: countField.describe('Devices whose IMEI is there'),
})
export type HysTotals = z.infer<typeof hysTotals>

export const getHysTotals = defineCall({
  method: 'GET',
  path: '/hys/totals',
  access: 'hys',
  summary: 'Count devices and services, and the devices that have a SIM and an IMEI',
  query: z.strictObject(hysFilter).pick({ company: true }),
  data: z.object({
    totals: hysTotals.nullable().describe(`null where there are more than ${COUNTED_ROWS_MAX}`),
  }),
})

export const exportHys = defineCall({
  method: 'GET',
  path: '/hys/export',
  access: 'hys',
  summary: 'Download devices and services: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...hysFilter, format: listFormat }),
  file: LIST_FILES,
})

export const getHysFilters = defineCall({
  method: 'GET',
  path: '/hys/filters',
  access: 'hys',
  summary: 'List the types of your devices and services',
  data: z.object({ productTypes: z.array(z.string()) }),
})

export const editHys = defineCall({
  method: 'POST',
  path: '/hys/editCustom',
  access: 'hys',
  inSpec: true,
  summary: 'Change the notes of a device or service; omitted fields keep their value',
  body: z.strictObject({
    hysId: z.number({ error: 'required' }).int().positive(),
    imei: imeiField.optional(),
    customField1: customTextField.optional(),
    customField2: customTextField.optional(),
  }),
  data: z.object({
    hysId: z.number().int(),
    imei: z.string(),
    customField1: z.string(),
    customField2: z.string(),
    /** names of the fields that are different now */
    changed: z.array(z.enum(['imei', 'customField1', 'customField2'])),
  }),
})
