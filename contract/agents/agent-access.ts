import type { AgentScope } from '#domain/agents.ts'
import { getAlarms, getNotices, getSimAlarms, tryAlarm } from '../alarms/alarms.calls.ts'
import { getAnomalies, getAnomalySims } from '../anomalies/anomalies.calls.ts'
import type { Call } from '../call.ts'
import { getCharge, getChargeLines, getCharges } from '../charges/charges.calls.ts'
import { getDashboard, getFleetUsage } from '../dashboard/dashboard.calls.ts'
import { draftAlarm, draftRule, getDraft, listDrafts } from '../drafts/drafts.calls.ts'
import { getSession } from '../identity/identity.calls.ts'
import * as mass from '../operations/mass-actions.calls.ts'
import { getOperation, listOperationItems, listOperations } from '../operations/operations.calls.ts'
import { getRules, tryRule } from '../rules/rules.calls.ts'
import { listSimNotes } from '../sims/notes.calls.ts'
import { getSimHistory, getSimUsage } from '../sims/sim-history.calls.ts'
import { testAdministrative, testGprs, testGsm } from '../sims/sim-tools.calls.ts'
import { getSearchParameters, getSim, getSimFacets, listSims } from '../sims/sims.calls.ts'

/** What agents may read. No other call is open to them, whatever their person may do. */
const READS: Readonly<Record<Exclude<AgentScope, 'operations:draft'>, readonly Call[]>> = {
  'fleet:read': [
    listSims,
    getSimFacets,
    getSearchParameters,
    getSim,
    getSimHistory,
    getSimUsage,
    listSimNotes,
    testAdministrative,
    testGsm,
    testGprs,
    getDashboard,
    getFleetUsage,
    getAlarms,
    getNotices,
    getSimAlarms,
    getAnomalies,
    getAnomalySims,
    getRules,
    listDrafts,
    getDraft,
    listOperations,
    getOperation,
    listOperationItems,
  ],
  'billing:read': [getCharges, getCharge, getChargeLines],
}

/** What agents may draft: only with `preview`, which judges and starts nothing. */
export const AGENT_DRAFTS = {
  activate: mass.massActivation,
  hibernate: mass.massHibernation,
  reactivate: mass.massReactivation,
  restore: mass.massRestore,
  terminate: mass.massTermination,
  restart: mass.massReset,
  diagnose: mass.massDiagnosis,
  sms: mass.massSms,
  custom: mass.massCustom,
  tag: mass.massTag,
  group: mass.massGroup,
  plan: mass.massPlan,
} as const satisfies Readonly<Record<string, Call>>

/** What is a draft by itself: no preview, and it makes nothing. */
const DRAFTED: readonly Call[] = [draftRule, draftAlarm]

/** What an agent tries before it drafts. */
const TRIALS: readonly Call[] = [tryRule, tryAlarm]

/** Whether what a call would do is stored for a person to confirm, and not done. */
export const isOnlyDrafted = (call: Call, body: unknown): boolean =>
  DRAFTED.includes(call) || (body as { preview?: unknown } | null | undefined)?.preview === true

/** What every agent may ask: for whom it works. */
const FREE: readonly Call[] = [getSession]

const SCOPES: ReadonlyMap<Call, AgentScope> = new Map([
  ...Object.entries(READS).flatMap(([scope, calls]) => calls.map((call) => [call, scope as AgentScope] as const)),
  ...[...Object.values(AGENT_DRAFTS), ...DRAFTED, ...TRIALS].map((call) => [call, 'operations:draft'] as const),
])

/** The scope that an agent needs for a call; null: none; undefined: no agent may make it. */
export const agentScopeOf = (call: Call): AgentScope | null | undefined => (FREE.includes(call) ? null : SCOPES.get(call))
