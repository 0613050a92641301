import { z } from 'zod'
import { DRIFT_KINDS } from '#domain/network-alignment.ts'
import { NETWORK_SECRET_MAX } from '#domain/network-kinds.ts'
import {
  NETWORK_ID,
  NETWORK_NAME_MAX,
  NETWORK_RANGES,
  type NetworkLimitName,
  OPERATOR_TEXT_MAX,
} from '#domain/network-settings.ts'
import { defineCall } from '../call.ts'
import { countField, iccField, pageFields, timeField } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'

/**
 * The networks that carry SIMs, for administrators: how each is set up and how it fares, which SIM goes by which, and the SIMs of
 * which a network says something else than the portal. What is changed holds in every server process within five seconds.
 */
const networkId = z.string().regex(NETWORK_ID, { error: 'networkId' })
const networkParams = z.strictObject({ networkId })

/** 0 closed, 1 ok, 2 warning (specification section 4) */
const operatorStatus = z.number().int().min(0).max(2)

const ranged = (name: NetworkLimitName) => z.number().int().min(NETWORK_RANGES[name][0]).max(NETWORK_RANGES[name][1])

const limits = {
  name: z.string().trim().min(1, { error: 'required' }).max(NETWORK_NAME_MAX),
  /** false: the portal asks nothing of it; operations wait */
  enabled: z.boolean(),
  /** over all processes together; null: as fast as it answers */
  requestsPerSecond: ranged('requestsPerSecond').nullable(),
  /** calls at once, of each process */
  maxInFlight: ranged('maxInFlight'),
  timeoutMs: ranged('timeoutMs'),
  /** the first attempt and its repetitions */
  maxAttempts: ranged('maxAttempts'),
}

const networkSettings = {
  ...limits,
  /** what the operator card says instead of the verdict over the calls; null: the verdict */
  overrideStatus: operatorStatus.nullable(),
  /** shown with it to every customer of the operator */
  overrideText: z.string().trim().max(OPERATOR_TEXT_MAX),
}

/** How it is reached: fields of its kind by name (domain/network-kinds.ts), secrets apart. Those that are left out stay. */
const access = {
  settings: z.record(z.string().max(60), z.union([z.string().max(NETWORK_SECRET_MAX), z.number(), z.boolean()])).optional(),
  secrets: z.record(z.string().max(60), z.string().max(NETWORK_SECRET_MAX)).optional(),
}

const kindName = z.string().min(1, { error: 'required' }).max(40)

export const networkData = z.object({
  networkId: z.string(),
  /** which adapter speaks to it */
  kind: z.string(),
  ...networkSettings,
  /** of its kind's fields, but for secrets */
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** the names of the secrets that are set */
  secrets: z.array(z.string()),
  name: z.string(),
  overrideText: z.string(),
  updatedAt: timeField,
  /** what it can do; null: its settings can't be read, so it is not open */
  capabilities: z
    .object({
      commands: z.array(z.string()),
      location: z.boolean(),
      remembersRequests: z.boolean(),
      confirmsByEvent: z.boolean(),
      reportsUsage: z.boolean(),
      listsSims: z.boolean(),
      locksDevices: z.boolean(),
    })
    .nullable(),
  health: z.object({
    status: operatorStatus,
    failurePercent: z.number(),
    since: timeField,
    lastSuccessAt: timeField.nullable(),
    /** while any process leaves it alone: when the next trial is due */
    breakerUntil: timeField.nullable(),
    /** of the last five minutes */
    calls: countField,
    failures: countField,
    /** 95 of 100 calls of the last hour ended within this; null without calls */
    p95Ms: z.number().nullable(),
    /** of the last 24 hours */
    dayCalls: countField,
    dayFailures: countField,
    /** the last 24 hours by half-hours of the clock, oldest first; the last is not over */
    halfHours: z.array(z.object({ from: timeField, calls: countField, failures: countField, p95Ms: z.number().nullable() })),
  }),
  /** periods in which its calls failed, newest first; of the last 100 days at most ten */
  incidents: z.array(
    z.object({
      startedAt: timeField,
      /** null: not over */
      endedAt: timeField.nullable(),
      /** closed at some time, not only a share of the calls failed */
      isOutage: z.boolean(),
      /** most failed calls of five minutes, percent */
      failurePercent: z.number().int(),
    }),
  ),
  /** the last ones, newest first */
  faults: z.array(z.object({ at: timeField, call: z.string(), cause: z.string(), text: z.string(), times: z.number().int() })),
  /** SIMs that go by it */
  sims: countField,
  /** of these, how many are not what it says */
  drifts: countField,
  /** the same by what differs */
  driftKinds: z.object({
    state: countField,
    profile: countField,
    device: countField,
  }),
  /** the rules by which SIMs come to it, with how many those are */
  carries: z.array(
    z.object({
      originId: z.number().int(),
      originName: z.string(),
      simTypeId: z.number().int(),
      simTypeName: z.string(),
      sims: countField,
    }),
  ),
})
export type NetworkData = z.infer<typeof networkData>

export const listNetworks = defineCall({
  method: 'GET',
  path: '/networks',
  access: 'admin',
  summary: 'List networks: settings, capabilities, health, last errors and number of SIMs',
  data: z.object({
    networks: z.array(networkData),
    /** kinds of networks that can be added */
    kinds: z.array(z.string()),
    asOf: timeField,
  }),
})

export const addNetwork = defineCall({
  method: 'POST',
  path: '/networks',
  access: 'admin',
  summary: 'Create a network; it carries no SIMs until a routing rule assigns them',
  secret: true,
  body: z.strictObject({
    networkId,
    kind: kindName,
    ...limits,
    ...access,
  }),
  data: networkData,
})

export const saveNetwork = defineCall({
  method: 'PUT',
  path: '/networks/{networkId}',
  access: 'admin',
  summary: 'Change a network’s settings; HTTP 409 conflict when they changed since they were read',
  secret: true,
  params: networkParams,
  body: z
    .strictObject({
      ...networkSettings,
      ...access,
      /** as it was read */
      updatedAt: timeField,
    })
    .refine(({ overrideStatus, overrideText }) => overrideStatus === null || overrideText !== '', {
      error: 'required',
      path: ['overrideText'],
    }),
  data: networkData,
})

export const removeNetwork = defineCall({
  method: 'DELETE',
  path: '/networks/{networkId}',
  access: 'admin',
  summary: 'Delete a network; HTTP 409 conflict while a routing rule or a pending operation uses it',
  params: networkParams,
  data: z.null(),
})

/** What came of each part of a network, in its own words. */
const tried = z.object({
  steps: z.array(z.object({ part: z.string(), isFine: z.boolean(), text: z.string(), ms: countField })),
})
export type Tried = z.infer<typeof tried>

export const tryNetwork = defineCall({
  method: 'POST',
  path: '/networks/{networkId}/try',
  access: 'admin',
  summary: 'Test a network’s connections and credentials; changes nothing there',
  params: networkParams,
  data: tried,
})

export const tryNetworkSettings = defineCall({
  method: 'POST',
  path: '/networks/try',
  access: 'admin',
  summary: 'Test unsaved network settings; omitted secrets are taken from the named network',
  secret: true,
  body: z.strictObject({ kind: kindName, networkId: networkId.optional(), ...access }),
  data: tried,
})

const rulePair = { originId: z.number().int().min(1).max(32_767), simTypeId: z.number().int().min(1).max(6) }

export const networkRules = z.object({
  origins: z.array(z.object({ originId: z.number().int(), originName: z.string(), operatorName: z.string() })),
  simTypes: z.array(z.object({ simTypeId: z.number().int(), simTypeName: z.string() })),
  networks: z.array(z.object({ networkId: z.string(), name: z.string(), enabled: z.boolean() })),
  /** one for each origin and type that has a network or SIMs; null: no network */
  rules: z.array(z.object({ ...rulePair, networkId: z.string().nullable(), sims: countField })),
})
export type NetworkRules = z.infer<typeof networkRules>

export const getNetworkRules = defineCall({
  method: 'GET',
  path: '/networks/rules',
  access: 'admin',
  summary: 'List routing rules: the network of each origin and SIM type, with the number of SIMs',
  data: networkRules,
})

export const saveNetworkRules = defineCall({
  method: 'PUT',
  path: '/networks/rules',
  access: 'admin',
  summary: 'Change routing rules; omitted ones stay. Running commands finish on their network',
  body: z.strictObject({
    rules: z
      .array(z.strictObject({ ...rulePair, networkId }))
      .min(1)
      .max(1000),
  }),
  data: networkRules,
})

export const DRIFT_GOALS = ['network', 'ours'] as const
export type DriftGoal = (typeof DRIFT_GOALS)[number]

export const driftList = defineList({
  icc: column.text,
  companyId: column.number,
  companyName: column.text,
  networkId: column.text,
  networkName: column.text,
  /** what the portal says now */
  administrativeStatusId: column.number,
  /** inactive, active, data_cut, suspended, terminated; 'unrecognised' when the network has not said */
  networkState: column.text,
  /** of a profile or of a lock to a device that differs, what each side has, – for no lock; empty when the state differs */
  portalValue: column.text,
  networkValue: column.text,
  foundAt: column.time,
  /** why the last attempt to settle it came to nothing, with its sentence and the network's words; empty without one */
  problem: column.text,
  problemText: column.text,
  /** adopt or push while it is being settled */
  goal: column.text,
  actor: column.text,
  since: column.nullable(column.time),
})

const driftKind = z.enum(DRIFT_KINDS).describe('What differs: state, profile of the plan, or lock to a device').optional()

export const listDrifts = defineCall({
  method: 'GET',
  path: '/networks/drifts',
  access: 'admin',
  summary: 'List SIMs whose status differs between network and portal, oldest first',
  query: z.strictObject({
    networkId: networkId.optional(),
    kind: driftKind,
    ...pageFields(),
  }),
  list: driftList,
})

/** Most SIMs that one call names; `all` has no end. */
export const DRIFTS_AT_ONCE = 1000

export const settleDrifts = defineCall({
  method: 'POST',
  path: '/networks/drifts/settle',
  access: 'admin',
  summary:
    'Resolve differences in the background: adopt the network’s status (not a profile or a lock), or enforce the portal’s; by ICC, or all (of a network, of a kind)',
  body: z
    .strictObject({
      goal: z.enum(DRIFT_GOALS),
      icc: z.array(iccField).min(1).max(DRIFTS_AT_ONCE).optional(),
      all: z.literal(true).optional(),
      networkId: networkId.optional(),
      kind: driftKind,
      /** in the person's words; stands in each SIM's timeline */
      reason: z.string().trim().max(300).optional(),
    })
    .refine(({ icc, all }) => (icc === undefined) !== (all === undefined), { error: 'required', path: ['icc'] })
    .refine(({ goal, kind = 'state' }) => goal !== 'network' || kind === 'state', { error: 'portalDecides', path: ['kind'] }),
  data: z.object({
    accepted: countField,
    excluded: z.array(
      z.object({ icc: z.string(), code: z.enum(['not_found', 'operation_open', 'portal_decides']), text: z.string() }),
    ),
  }),
})
