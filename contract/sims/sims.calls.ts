import { z } from 'zod'
import { GROUP_PATH_MAX } from '#domain/groups.ts'
import { SILENCE_FILTERS } from '#domain/silence.ts'
import { TAG_NAME_MAX } from '#domain/tags.ts'
import { PLAN_USES } from '#domain/usage.ts'
import { defineCall } from '../call.ts'
import { countField, cursorField, iccField, streamSeconds, timeField, usageAsOfField, XLSX } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'

/** A SIM as the list shows it. Bytes for data, seconds for voice; `percent` is derived from the cycle's data and planMb. */
export const simList = defineList({
  providerId: column.number,
  simTypeId: column.number,
  planCode: column.text,
  activationDate: column.nullable(column.time),
  icc: column.text,
  msisdn: column.text,
  imei: column.text,
  device: column.text,
  simAdministrativeStatusId: column.number,
  gprsStatus: column.number,
  ip: column.nullable(column.text),
  consumptionDailyData: column.number,
  consumptionMonthlyData: column.number,
  consumptionDailyVoice: column.number,
  consumptionMonthlyVoice: column.number,
  consumptionDailySms: column.number,
  consumptionMonthlySms: column.number,
  customField1: column.text,
  customField2: column.text,
  apnId: column.number,
  planMb: column.number,
  currentNetwork: column.text,
  companyId: column.number,
  /** after the specification's columns */
  lastSeen: column.nullable(column.time),
  /** names of tags, separated by a comma and a space */
  tags: column.text,
  /** the path of its fixed group; '' for none */
  group: column.text,
  /** names of the groups by rule that it is in, separated by a comma and a space */
  ruleGroups: column.text,
})

/** Columns that a list can be ordered by; the others have no index behind them. SIMs without a group come after all groups. */
export const SIM_SORTS = [
  'icc',
  'msisdn',
  'imei',
  'customField1',
  'activationDate',
  'consumptionMonthlyData',
  'percent',
  'lastSeen',
  'group',
] as const
export type SimSort = (typeof SIM_SORTS)[number]

/** Fewer than three characters have no trigram to look up. */
const searchField = z.string().trim().min(3, { error: 'searchTooShort' }).max(120)

const ids = z.array(z.number().int().nonnegative().max(2_147_483_647)).max(2000)
/** identifiers of the small reference tables */
const smallIds = z.array(z.number().int().nonnegative().max(32_767)).max(2000)

/** Which SIMs. An absent key, an empty list or '' ('Todos') does not filter. */
export const simFilter = z.strictObject({
  administrativeStatusIds: smallIds.describe('Administrative status').optional(),
  gprsStatuses: smallIds.describe('Whether a data session is open').optional(),
  providerIds: smallIds.describe('Number of the origin').optional(),
  simTypeIds: smallIds.describe('Number of the type of SIM').optional(),
  planCodes: z.array(z.string().max(60)).max(500).describe('Code of the plan').optional(),
  apnIds: smallIds.describe('Number of the APN').optional(),
  companyIds: ids.describe('Number of the company').optional(),
  subsidiaries: z.boolean().describe('With all companies below the named ones').optional(),
  tags: z.array(z.string().max(TAG_NAME_MAX)).max(100).describe('Names of tags of which a SIM has at least one').optional(),
  groups: z
    .array(z.string().max(GROUP_PATH_MAX))
    .max(100)
    .describe('Paths of groups, one of which a SIM is in, or in a group inside it')
    .optional(),
  planUse: z
    .enum(PLAN_USES)
    .or(z.literal(''))
    .describe(
      'Data used in the cycle; `over100`: 100 % of what the plan has, rounded, or more. Lists and counts follow a new cycle within 10 minutes; operations, groups by rule and files at once',
    )
    .optional(),
  silentFor: z
    .enum(SILENCE_FILTERS)
    .or(z.literal(''))
    .describe('Last seen in their network more than this ago, or never; `unusual`: for longer than is usual for the SIM itself')
    .optional(),
  search: searchField
    .or(z.literal(''))
    .describe(
      'Three characters or more, anywhere in ICC, MSISDN, IMEI, IMSI or custom fields; or the whole IP address of the open session',
    )
    .optional(),
  /** the list's `icc` address parameter */
  icc: z
    .union([iccField, z.literal('')])
    .describe('Exactly this SIM')
    .optional(),
  operationId: z.number().int().positive().max(2_147_483_647).describe('For which this operation succeeded').optional(),
})
export type SimFilter = z.infer<typeof simFilter>

const sortField = z.enum(SIM_SORTS).describe('Column of the order').optional()
const descendingField = z.boolean().describe('From the last to the first').optional()

export const simListQuery = z.strictObject({
  filter: simFilter.optional(),
  sort: sortField,
  descending: descendingField,
  limit: z.number().int().min(1).max(1000).describe('Rows in a page; without it the whole list streams').optional(),
  cursor: cursorField,
  skip: z
    .number()
    .int()
    .min(0)
    .max(10_000_000)
    .describe('Rows to leave out after the cursor: a jump in a long list')
    .optional(),
})
export type SimListQuery = z.infer<typeof simListQuery>

export const NEXT_CURSOR_HEADER = 'x-next-cursor'

export const listSims = defineCall({
  method: 'POST',
  path: '/sim/sims',
  access: 'sims',
  inSpec: true,
  changes: false,
  summary: 'List SIMs of your company and its subsidiaries, filtered and sorted, by page or in full',
  body: simListQuery,
  list: simList,
})

export const searchSims = defineCall({
  method: 'POST',
  path: '/sim/searchSims',
  access: 'sims',
  inSpec: true,
  changes: false,
  summary: 'Search SIMs by ICC, MSISDN, IMEI, IMSI or custom fields',
  body: simListQuery,
  list: simList,
})

/**
 * Among very many SIMs (SEARCH_EXACT_UP_TO) no more than these are shown of a text that more hold, in the order of the ICCs; every
 * answer that this touches says so.
 */
export const SEARCH_LIMIT = 500
/** Of a page of a list that holds no more than SEARCH_LIMIT of those that match: that number */
export const SEARCH_CAPPED_HEADER = 'x-search-capped'

export const globalSearch = defineCall({
  method: 'GET',
  path: '/sim/globalSearch/{text}',
  access: 'sims',
  inSpec: true,
  summary: 'Suggest SIMs for a search text, the best matches first',
  params: z.strictObject({ text: searchField }),
  list: simList,
})

const count = z.object({ id: z.union([z.number(), z.string()]), count: countField })

export const getSimFacets = defineCall({
  method: 'POST',
  path: '/sim/facets',
  access: 'sims',
  changes: false,
  summary: 'Count matching SIMs, in total and for each filter value',
  body: z.strictObject({
    filter: simFilter.optional(),
    companies: z.boolean().describe('Also by company').optional(),
    tags: z.boolean().describe('Also by tag').optional(),
    groups: z.boolean().describe('Also by group').optional(),
  }),
  data: z.object({
    total: countField,
    /** more match than the list shows, and total is SEARCH_LIMIT */
    isCapped: z.boolean(),
    /** the counts of values are of SEARCH_LIMIT of those that hold the text: there are at least as many */
    isAtLeast: z.boolean(),
    administrativeStatusIds: z.array(count),
    gprsStatuses: z.array(count),
    providerIds: z.array(count),
    simTypeIds: z.array(count),
    planCodes: z.array(count),
    apnIds: z.array(count),
    planUse: z.array(count),
    /** each length includes those that have been silent for longer, and those never seen */
    silentFor: z.array(count),
    /** active SIMs that have been silent for 24 hours, whatever the filters on status and silence */
    activeSilent: countField,
    /** only when asked for */
    companyIds: z.array(count),
    /** by name; only when asked for, and where so few match that they are counted at once */
    tags: z.array(count),
    /** by path, each with the groups inside it; asked for and counted as tags are */
    groups: z.array(count),
    usageAsOf: usageAsOfField.optional(),
    asOf: timeField,
  }),
})

export const getSearchParameters = defineCall({
  method: 'GET',
  path: '/sim/searchParameters',
  access: 'sims',
  inSpec: true,
  summary: 'List the filter values',
  data: z.object({
    plans: z.array(z.object({ planCode: z.string(), planName: z.string(), planMb: z.number() })),
    apns: z.array(z.object({ apnId: z.number(), apnName: z.string() })),
    companies: z.array(z.object({ companyId: z.number(), companyName: z.string() })),
    providers: z.array(z.object({ providerId: z.number(), providerName: z.string() })),
    simTypes: z.array(z.object({ simTypeId: z.number(), simTypeName: z.string() })),
    totals: z.object({
      totalSims: countField,
      totalDisconnected: countField,
      totalConnected: countField,
      totalActive: countField,
    }),
    admin: z.boolean(),
  }),
})

const inBothLanguages = z.object({ es: z.string(), en: z.string() })

/** A town near a SIM, from GeoNames. */
export const townAround = z.object({
  name: inBothLanguages,
  /** of the first level: department, province, state …; empty where none is known */
  region: inBothLanguages,
  /** ISO 3166-1 alpha-2 */
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
export type TownAround = z.infer<typeof townAround>

export const getSim = defineCall({
  method: 'GET',
  path: '/sim/{icc}',
  access: 'sims',
  inSpec: true,
  summary: 'Get a SIM with all its details',
  params: z.strictObject({ icc: iccField }),
  data: z.object({
    icc: z.string(),
    imsi: z.string(),
    msisdn: z.string(),
    imei: z.string(),
    /** the SIM is meant for the device of its IMEI alone */
    imeiLock: z.boolean(),
    device: z.string(),
    simTypeId: z.number(),
    simType: z.string(),
    providerId: z.number(),
    companyId: z.number(),
    planCode: z.string(),
    planName: z.string(),
    planMb: z.number(),
    /** before its first activation: the plan that its group gives it then, where that is another than its own */
    activationPlan: z.object({ planCode: z.string(), planName: z.string(), group: z.string() }).nullable(),
    /** while the minimum stay on its plan lasts: the first day on which it may change to another */
    planBoundUntil: z.iso.date().nullable(),
    apnId: z.number(),
    customField1: z.string(),
    customField2: z.string(),
    tags: z.array(z.string()),
    /** those of them that it has because of a group, as long as it is there */
    groupTags: z.array(z.string()),
    /** the path of its group; '' for none */
    group: z.string(),
    /** names of the groups by rule that it is in */
    ruleGroups: z.array(z.string()),
    /** which groups give it each of groupTags */
    tagGivers: z.array(z.object({ tag: z.string(), group: z.string() })),
    country: z.string(),
    /** from the company up to the topmost that the reader may see */
    companiesNames: z.array(z.string()),
    commModuleManufacturer: z.string(),
    commModuleModel: z.string(),
    /** technical status, 1–7 */
    simCycleState: z.number(),
    simAdministrativeStatusId: z.number(),
    statusSince: timeField,
    statusReason: z.string(),
    activationDate: timeField.nullable(),
    gprsStatus: z.number(),
    ip: z.string().nullable(),
    lastIpSgsn: z.string().nullable(),
    lastIpGgsn: z.string().nullable(),
    apn: z.string(),
    operator: z.string(),
    currentNetwork: z.string(),
    radioTechnology: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    locatedAt: timeField.nullable(),
    /** the nearest town first, then known ones of each quarter of the horizon; empty without a position */
    townsAround: z.array(townAround),
    lastConnStart: timeField.nullable(),
    lastConnStop: timeField.nullable(),
    /** when the SIM last gave a sign of life in its network: a session, usage, registration, message, call or position */
    lastSeen: timeField.nullable(),
    /** the longest silence that is usual for the SIM, as estimated from the last weeks; null when it was not seen since estimates began */
    usualSilenceSeconds: z.number().nullable(),
    dailyDataConsumption: z.number(),
    monthlyDataConsumption: z.number(),
    monthlyVoiceConsumption: z.number(),
    monthlySmsConsumption: z.number(),
    includedSms: z.number(),
    cycle: z.object({ start: z.iso.date(), end: z.iso.date(), timeZone: z.string() }),
    /** another one after whatever changed of the SIM or happened to it; see streamSim */
    version: z.string(),
    asOf: timeField,
  }),
})

export const streamSim = defineCall({
  method: 'GET',
  path: '/sim/events/{icc}',
  access: 'sims',
  summary:
    'Stream changes of a SIM as server-sent events: its current version first, then each new one, at most one a second; an empty event means that the SIM left your companies. Requires the header x-api-key, so use fetch, not EventSource',
  params: z.strictObject({ icc: iccField }),
  query: z.strictObject({ seconds: streamSeconds }),
  events: z.object({ version: z.string() }),
})

const exportColumn = z.enum([...simList.names, 'percent'])

export const exportSims = defineCall({
  method: 'POST',
  path: '/sim/export',
  access: 'sims',
  changes: false,
  summary: 'Download the SIM list as shown, with its order and columns',
  body: z.strictObject({
    format: z.enum(['csv', 'xlsx']).describe('Format of the file'),
    columns: z.array(exportColumn).min(1).max(40).describe('Columns, in their order'),
    filter: simFilter.optional(),
    sort: sortField,
    descending: descendingField,
    icc: z.array(iccField).max(100_000).describe('Only these; absent: all that match').optional(),
    except: z.array(iccField).max(100_000).describe('All that match but these').optional(),
  }),
  bodyLimit: 4 * 1024 * 1024,
  file: ['text/csv', XLSX],
})
