import { z } from 'zod'
import { isStay } from '#domain/minimum-stay.ts'
import { isPlanCode, isPlanTerm, type TermValues } from '#domain/plans.ts'
import { defineCall } from '../call.ts'
import { countField, idParam, LIST_FILES, listFormat, timeField, usageAsOfField } from '../fields.ts'
import { PLAN_SORTS } from '../filter-values.ts'
import { column, defineList } from '../list-codec.ts'

/** Money is minor units of the plan's `currency`; data MB of 1024² bytes; voice seconds. */
const planColumns = {
  planId: column.number,
  planCode: column.text,
  planName: column.text,
  /** of each active SIM and cycle */
  planPrice: column.number,
  currency: column.text,
  totalActive: column.number,
  totalSims: column.number,
  /** totalActive × planPrice */
  totalPrice: column.number,
  voice: column.number,
  sms: column.number,
  data: column.number,
  simTypeId: column.number,
  simType: column.text,
  providerId: column.number,
  provider: column.text,
  /** the SIMs of a company on it share data × billable SIMs */
  pooled: column.boolean,
  /** of all its pools together, in the cycles that run: bytes used and MB shared; null when there is none */
  poolUsed: column.nullable(column.number),
  poolMb: column.nullable(column.number),
  pools: column.number,
  /** pools that are at 100 % or more */
  fullPools: column.number,
  /** it can be ordered */
  offered: column.boolean,
  /** the day from which other terms are agreed */
  nextFrom: column.nullable(column.text),
}
export const planList = defineList(planColumns)

const planQuery = {
  company: idParam.describe('Number of the company').optional(),
  search: z
    .string()
    .trim()
    .max(80)
    .describe('Anywhere in name, code, origin or type, whatever its case and accents')
    .optional(),
  sort: z
    .enum(PLAN_SORTS satisfies readonly (keyof typeof planColumns)[])
    .describe('Column of the order; totalActive, the most first, without it')
    .optional(),
  descending: z.enum(['true', 'false']).describe('From the last to the first').optional(),
}

export const getPlans = defineCall({
  method: 'GET',
  path: '/plans',
  access: 'plans',
  inSpec: true,
  summary: 'List plans in use by your SIMs; administrators also get plans without SIMs',
  query: z.strictObject(planQuery),
  list: planList,
})

export const exportPlans = defineCall({
  method: 'GET',
  path: '/plans/export',
  access: 'plans',
  summary: 'Download plans: CSV or XLSX with headings, or TSV with the list’s columns',
  query: z.strictObject({ ...planQuery, format: listFormat }),
  file: LIST_FILES,
})

export const getPools = defineCall({
  method: 'GET',
  path: '/plans/pools',
  access: 'plans',
  summary: 'List data pools of the current cycles, fullest first; one per company and pooled plan',
  query: z.strictObject({
    company: idParam.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(12),
  }),
  data: z.object({
    pools: z.array(
      z.object({
        planId: z.number().int(),
        planCode: z.string(),
        planName: z.string(),
        company: z.number().int(),
        companyName: z.string(),
        /** percent of the pool, rounded */
        percent: countField,
        usedBytes: countField,
        poolMb: countField,
        /** billable SIMs that share it */
        sims: countField,
        cycleStart: z.iso.date(),
      }),
    ),
    /** all that there are */
    total: countField,
    usageAsOf: usageAsOfField,
    asOf: timeField,
  }),
})

const minor = (term: keyof TermValues) =>
  z.number({ error: 'required' }).refine((value) => isPlanTerm(term, value), { error: 'planAmount' })
const amount = (term: keyof TermValues) =>
  z.number({ error: 'required' }).refine((value) => isPlanTerm(term, value), { error: 'planCount' })

/** What a plan gives and costs, by the names of the wire. */
const termsFields = {
  planPrice: minor('priceMinor'),
  hibernationFee: minor('hibernationFeeMinor'),
  data: amount('dataMb'),
  sms: amount('includedSms'),
  voice: amount('includedVoiceSeconds'),
  /** MB */
  overageUnit: amount('overageUnitMb'),
  overagePrice: minor('overagePriceMinor'),
  smsPrice: minor('smsPriceMinor'),
  voicePrice: minor('voicePriceMinor'),
}
const termsBody = z.strictObject(termsFields)
export type TermsBody = z.infer<typeof termsBody>

const agreedTerms = z.object({
  from: z.iso.date(),
  /** by the calendar of the reader's company */
  state: z.enum(['coming', 'current', 'past']),
  planPrice: countField,
  hibernationFee: countField,
  data: countField,
  sms: countField,
  voice: countField,
  overageUnit: countField,
  overagePrice: countField,
  smsPrice: countField,
  voicePrice: countField,
})
export type AgreedTerms = z.infer<typeof agreedTerms>

const planParams = z.strictObject({ id: idParam })
/** of an origin or a SIM type */
const smallParams = z.strictObject({ id: z.coerce.number().int().positive().max(32_767) })

export const getPlan = defineCall({
  method: 'GET',
  path: '/plans/plan/{id}',
  access: 'plans',
  inSpec: true,
  summary: 'Get a plan with its past, current and future terms',
  params: planParams,
  data: z.object({
    planId: z.number().int(),
    planCode: z.string(),
    planName: z.string(),
    currency: z.string(),
    simTypeId: z.number().int(),
    simType: z.string(),
    providerId: z.number().int(),
    provider: z.string(),
    pooled: z.boolean(),
    offered: z.boolean(),
    /** months that a SIM stays on it at least, from the day on which it gets it; 0: none */
    minimumStay: countField,
    /** what a SIM that gets it may use at its network, in the network’s word; '' for none; administrators see it */
    networkProfile: z.string(),
    /** the profiles that this network has; administrators choose among them */
    networkProfiles: z.array(z.string()),
    /** SIMs of the reader's companies on it, and how many companies have any */
    totalActive: countField,
    totalSims: countField,
    companies: countField,
    /** the latest first; a company's cycle is billed by those with the latest `from` that is not after its first day */
    terms: z.array(agreedTerms),
    /** the first day from which terms can be changed */
    firstChange: z.iso.date(),
    /** the first day of a month from which they can */
    firstMonth: z.iso.date(),
  }),
})

export const getPlanProviders = defineCall({
  method: 'GET',
  path: '/plans/providers',
  access: 'login',
  inSpec: true,
  summary: 'List origins with plans on offer (step 1 of choosing a plan)',
  list: defineList({ providerId: column.number, providerName: column.text, plans: column.number }),
})

export const getPlanTypes = defineCall({
  method: 'GET',
  path: '/plans/planTypes/{id}',
  access: 'login',
  inSpec: true,
  summary: 'List plan types of an origin (step 2 of choosing a plan)',
  params: smallParams,
  list: defineList({ planTypeId: column.number, planTypeName: column.text, plans: column.number }),
})

const offeredPlanList = defineList({
  planId: column.number,
  planCode: column.text,
  planName: column.text,
  planPrice: column.number,
  currency: column.text,
  data: column.number,
  sms: column.number,
  voice: column.number,
  pooled: column.boolean,
  providerId: column.number,
  provider: column.text,
  planTypeId: column.number,
  planTypeName: column.text,
  /** it can be ordered */
  offered: column.boolean,
  /** months that a SIM stays on it at least; 0: none */
  minimumStay: column.number,
})

export const getPlanChoices = defineCall({
  method: 'GET',
  path: '/plans/plans/{id}',
  access: 'login',
  inSpec: true,
  summary: 'List plans of a type (step 3 of choosing a plan)',
  params: smallParams,
  query: z.strictObject({
    /** ours: only those of this origin */
    provider: z.coerce.number().int().positive().max(32_767).optional(),
  }),
  list: offeredPlanList,
})

export const getOfferedPlans = defineCall({
  method: 'GET',
  path: '/plans/offered',
  access: 'login',
  summary:
    'List the plans on offer, with what they include and their price per SIM and cycle; for administrators, all plans with `all`',
  query: z.strictObject({ all: z.enum(['true', 'false']).optional() }),
  list: offeredPlanList,
})

export const getPlanKinds = defineCall({
  method: 'GET',
  path: '/plans/kinds',
  access: 'admin',
  summary: 'List all origins and SIM types, for creating a plan',
  data: z.object({
    providers: z.array(z.object({ providerId: z.number().int(), providerName: z.string() })),
    simTypes: z.array(z.object({ simTypeId: z.number().int(), simTypeName: z.string() })),
  }),
})

const nameField = z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(80)
const stayField = z.number({ error: 'planStay' }).refine(isStay, { error: 'planStay' })
const planSaved = z.object({ planId: z.number().int() })

export const createPlan = defineCall({
  method: 'POST',
  path: '/plans',
  access: 'admin',
  summary: 'Create a plan; its first terms apply to every cycle',
  body: z.strictObject({
    planCode: z
      .string({ error: 'required' })
      .trim()
      .toUpperCase()
      .min(1, { error: 'required' })
      .refine(isPlanCode, { error: 'planCode' }),
    planName: nameField,
    providerId: z.number({ error: 'required' }).int().positive().max(32_767),
    simTypeId: z.number({ error: 'required' }).int().positive().max(32_767),
    /** ISO 4217 */
    currency: z.string({ error: 'required' }).regex(/^[A-Z]{3}$/, { error: 'currency' }),
    pooled: z.boolean(),
    /** months; none without it */
    minimumStay: stayField.optional(),
    ...termsFields,
  }),
  data: planSaved,
})

export const changePlan = defineCall({
  method: 'PUT',
  path: '/plans/plan/{id}',
  access: 'admin',
  summary:
    'Change a plan’s name, whether it is on offer, or what SIMs get with it from now on: minimum stay, network profile; its SIMs stay on it',
  params: planParams,
  body: z.strictObject({
    planName: nameField,
    offered: z.boolean(),
    /** months; stays as it is without it */
    minimumStay: stayField.optional(),
    /** a profile of the network that carries its SIMs, '' for none; stays as it is without it */
    networkProfile: z.string().max(40).optional(),
  }),
  data: planSaved,
})

export const changeTerms = defineCall({
  method: 'POST',
  path: '/plans/plan/{id}/terms',
  access: 'admin',
  summary:
    'Schedule new terms of a plan: they apply from each company’s first cycle that starts on or after the date. The date must be in the future in every time zone; the same date replaces the terms scheduled for it',
  params: planParams,
  body: z.strictObject({ from: z.iso.date({ error: 'required' }), ...termsFields }),
  data: planSaved,
})

export const withdrawTerms = defineCall({
  method: 'DELETE',
  path: '/plans/plan/{id}/terms/{from}',
  access: 'admin',
  summary: 'Withdraw scheduled terms that no cycle has started with',
  params: planParams.extend({ from: z.iso.date() }),
  data: planSaved,
})
