import { z } from 'zod'
import { getDashboard, getFleetUsage } from '#contract/dashboard/dashboard.calls.ts'
import { getSession } from '#contract/identity/identity.calls.ts'
import { getOperation, listOperationItems, listOperations } from '#contract/operations/operations.calls.ts'
import { listSimNotes } from '#contract/sims/notes.calls.ts'
import { getSimHistory, getSimUsage } from '#contract/sims/sim-history.calls.ts'
import { testAdministrative, testGprs, testGsm } from '#contract/sims/sim-tools.calls.ts'
import { getSearchParameters, getSim, getSimFacets, listSims, simFilter, simListQuery } from '#contract/sims/sims.calls.ts'
import { ADMINISTRATIVE_STATUS } from '#domain/sim-status.ts'
import { BYTES_PER_MB, consumptionPercent } from '#domain/usage.ts'
import { HELP_TOOL } from './help-tool.ts'
import { INVOICE_TOOLS } from './invoice-tools.ts'
import { defineTool, onSim, page, rowNumberField, type Tool } from './tool.ts'
import { WATCH_TOOLS } from './watch-tools.ts'

const STATUSES = Object.entries(ADMINISTRATIVE_STATUS)
  .map(([name, id]) => `${id} ${name}`)
  .join(', ')

/** Columns of a SIM that say what it is, how it is and where it belongs. */
const SIM_COLUMNS = [
  'icc',
  'msisdn',
  'customField1',
  'customField2',
  'device',
  'simAdministrativeStatusId',
  'gprsStatus',
  'planCode',
  'planMb',
  'consumptionMonthlyData',
  'consumptionMonthlySms',
  'companyId',
  'currentNetwork',
  'lastSeen',
  'tags',
  'group',
]

/** Events of a SIM's timeline that its story has. */
const STORY_EVENTS = 40

const whoAmI = defineTool({
  name: 'who_am_i',
  title: 'For whom you work',
  description: 'The person for whom you act, their company, and what they may do in the portal (`menu`).',
  scope: null,
  input: z.strictObject({}),
  run: (ask) => ask.data(getSession),
})

interface UsingSim {
  readonly consumptionMonthlyData: number
  readonly planMb: number
}

const percentOf = ({ consumptionMonthlyData, planMb }: UsingSim): number => consumptionPercent(consumptionMonthlyData, planMb)

const findSims = defineTool({
  name: 'find_sims',
  title: 'Find SIMs',
  description: `A page of the SIMs that match a filter; a label is found by filter.search. simAdministrativeStatusId: ${STATUSES}. gprsStatus 1: a data session is open. Data in bytes; percent: of the plan used in this cycle (SIMs of a pool share it: see fleet_overview). SIMs over their plan: overPercent 100. For numbers use count_sims.`,
  scope: 'fleet:read',
  permit: 'sims',
  input: z.strictObject({
    filter: simFilter.optional(),
    overPercent: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .describe('Only SIMs that used more than so many percent of their plan in this cycle, most first; takes no `sort`')
      .optional(),
    sort: simListQuery.shape.sort,
    descending: simListQuery.shape.descending,
    ...page,
  }),
  run: async (ask, { overPercent, ...body }) => {
    const order = overPercent === undefined ? {} : { sort: 'percent', descending: true }
    const { rows, nextCursor } = await ask.rows(listSims, { body: { ...body, ...order } }, SIM_COLUMNS)
    const sims = (rows as (object & UsingSim)[]).map((sim) => ({ ...sim, percent: percentOf(sim) }))
    if (overPercent === undefined) return { rows: sims, nextCursor }
    // the order is by whole percents: among those of the last one some may be below
    const isOver = (sim: UsingSim) => sim.consumptionMonthlyData * 100 > overPercent * sim.planMb * BYTES_PER_MB
    const isLastPage = sims.some(({ percent }) => percent < overPercent)
    return { rows: sims.filter((sim) => sim.planMb > 0 && isOver(sim)), nextCursor: isLastPage ? undefined : nextCursor }
  },
})

const countSims = defineTool({
  name: 'count_sims',
  title: 'Count SIMs',
  description: `How many SIMs match a filter, in total and for each status (${STATUSES}), plan, origin, silence, company, tag and group.`,
  scope: 'fleet:read',
  permit: 'sims',
  input: z.strictObject({ filter: simFilter.optional() }),
  run: (ask, { filter }) => ask.data(getSimFacets, { body: { filter, companies: true, tags: true, groups: true } }),
})

const filterValues = defineTool({
  name: 'filter_values',
  title: 'Values of filters',
  description:
    'Plans, APNs, companies, origins and types of SIM with their codes, as the filters of find_sims and count_sims take them.',
  scope: 'fleet:read',
  permit: 'sims',
  input: z.strictObject({}),
  run: (ask) => ask.data(getSearchParameters),
})

const simStory = defineTool({
  name: 'sim_story',
  title: 'A SIM’s story',
  description: `Everything about one SIM: how it is now, its last ${STORY_EVENTS} events (newest first) and people’s notes on it.`,
  scope: 'fleet:read',
  permit: 'sims',
  input: onSim,
  resource: {
    folder: 'sims',
    description: 'A SIM by its ICC, as sim_story answers it.',
    mimeType: 'application/json',
    inputOf: (icc) => ({ icc }),
  },
  run: async (ask, params) => {
    const [sim, events, notes] = await Promise.all([
      ask.data(getSim, { params }),
      ask.data(getSimHistory, { params }),
      ask.data(listSimNotes, { params }),
    ])
    return { sim, events: (events as unknown as unknown[]).slice(0, STORY_EVENTS), notes }
  },
})

const diagnoseSim = defineTool({
  name: 'diagnose_sim',
  title: 'Diagnose a SIM',
  description:
    'Why a SIM does not work: the administrative test, then what its network says of registration and data session. Each test has a verdict, evidence and at most one proposed step. Takes some seconds; changes nothing. For many SIMs draft an operation `diagnose`.',
  scope: 'fleet:read',
  permit: 'sims',
  input: onSim,
  run: async (ask, { icc }) => {
    const params = { id: icc }
    const [administrative, gsm, gprs] = await Promise.all([
      ask.data(testAdministrative, { params }),
      ask.data(testGsm, { params }),
      ask.data(testGprs, { params }),
    ])
    return { administrative, gsm, gprs }
  },
})

const simUsage = defineTool({
  name: 'sim_usage',
  title: 'A SIM’s usage',
  description:
    'Data (bytes), voice (seconds) and SMS of a SIM: what it used in this cycle, of what its plan includes, and by day over the last 90 days. `end` of the cycle is the first day of the next.',
  scope: 'fleet:read',
  permit: 'sims',
  input: onSim,
  run: async (ask, params) => {
    const [sim, usage] = await Promise.all([ask.data(getSim, { params }), ask.data(getSimUsage, { params })])
    const consumptionMonthlyData = Number(sim.monthlyDataConsumption)
    const planMb = Number(sim.planMb)
    return {
      ...{ icc: sim.icc, customField1: sim.customField1, planCode: sim.planCode, planName: sim.planName, planMb },
      cycle: {
        ...(sim.cycle as object),
        dataBytes: consumptionMonthlyData,
        percent: percentOf({ consumptionMonthlyData, planMb }),
        voiceSeconds: sim.monthlyVoiceConsumption,
        sms: sim.monthlySmsConsumption,
      },
      ...usage,
    }
  },
})

const fleetOverview = defineTool({
  name: 'fleet_overview',
  title: 'The fleet at a glance',
  description:
    'The person’s dashboard: SIMs by status, connections, use of this cycle, what needs attention; and the fleet’s data by day for at least 60 days.',
  scope: 'fleet:read',
  input: z.strictObject({}),
  run: async (ask) => {
    const [dashboard, usage] = await Promise.all([ask.data(getDashboard), ask.data(getFleetUsage)])
    return { dashboard, usage }
  },
})

const operations = defineTool({
  name: 'list_operations',
  title: 'Operations',
  description:
    'What was done to SIMs, newest first; `state` draft: drafts that wait for a person (nothing is counted before they are confirmed: show_operation). `single` also shows actions on one SIM.',
  scope: 'fleet:read',
  permit: 'sims',
  input: z.strictObject({
    ...listOperations.query.pick({ state: true, kind: true, icc: true, single: true, failed: true }).shape,
    ...page,
  }),
  run: (ask, query) => ask.rows(listOperations, { query }),
})

const operation = defineTool({
  name: 'show_operation',
  title: 'An operation',
  description: 'How an operation stands: counts, why lines failed or were left out, and a page of its lines.',
  scope: 'fleet:read',
  permit: 'sims',
  input: z.strictObject({
    operationId: rowNumberField.describe('From list_operations or draft_operation'),
    lines: listOperationItems.query.shape.state.describe('Only lines in this state'),
    ...page,
  }),
  resource: {
    folder: 'operations',
    description: 'An operation by its number, as show_operation answers it.',
    mimeType: 'application/json',
    inputOf: (id) => ({ operationId: Number(id) }),
  },
  run: async (ask, { operationId, lines, ...query }) => {
    const params = { operationId }
    const [summary, items] = await Promise.all([
      ask.data(getOperation, { params }),
      ask.rows(listOperationItems, { params, query: { ...query, state: lines } }),
    ])
    return { operation: summary, lines: items }
  },
})

export const READ_TOOLS: readonly Tool[] = [
  whoAmI,
  findSims,
  countSims,
  filterValues,
  simStory,
  diagnoseSim,
  simUsage,
  fleetOverview,
  ...WATCH_TOOLS,
  ...INVOICE_TOOLS,
  operations,
  operation,
  HELP_TOOL,
]
