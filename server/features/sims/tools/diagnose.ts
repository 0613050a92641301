import { sql } from 'kysely'
import type { CallData } from '#contract/call.ts'
import {
  type DataCutCause,
  DIAGNOSIS_SENTENCES,
  dataCutSentence,
  NEXT_STEP_SENTENCES,
} from '#contract/sims/sim-tool-messages.ts'
import type { testAdministrative, testGprs, testGsm } from '#contract/sims/sim-tools.calls.ts'
import { STATUS_WORDS } from '#contract/sims/sim-words.ts'
import { isApiKeyActor } from '#domain/api-keys.ts'
import {
  type Diagnosis,
  diagnoseAdministrative,
  diagnoseGprs,
  diagnoseGsm,
  inconclusiveDiagnosis,
  isSuccess,
  needsImeiSeen,
} from '#domain/diagnosis.ts'
import type { LockKind } from '#domain/locks.ts'
import { ADMINISTRATIVE_STATUS, administrativeStatusName } from '#domain/sim-status.ts'
import type { Sentence } from '#server/app-error.ts'
import type { Ctx } from '#server/context.ts'
import { WithMessage } from '#server/http/answers.ts'
import type { NetworkSimStatus } from '#server/networks/network-types.ts'
import { type Administration, readAdministrations } from '#server/records/administrative-facts.ts'
import { HOLDS } from '#server/records/data-holds.ts'
import { type FoundSim, requireSim } from '#server/records/find-sim.ts'
import { requireAllowed } from '#server/records/sim-refusal.ts'
import { askStatus } from './ask-network.ts'

type GsmEvidence = CallData<typeof testGsm>['evidence']
type GprsEvidence = CallData<typeof testGprs>['evidence']

async function requireTestable(ctx: Ctx, icc: string) {
  const sim = await requireSim(ctx, icc)
  requireAllowed(ctx, sim, 'diagnose')
  return sim
}

/** The answer of each test: finding, sentence, evidence, next step. */
function finding<E>(ctx: Ctx, diagnosis: Diagnosis, evidence: E, result: Sentence = DIAGNOSIS_SENTENCES[diagnosis.code]) {
  const { code, verdict, next } = diagnosis
  const data = {
    success: isSuccess(diagnosis),
    result: result[ctx.language],
    code,
    verdict,
    checkedAt: ctx.clock().toISOString(),
    evidence,
    next: next && { action: next, text: NEXT_STEP_SENTENCES[next][ctx.language] },
  }
  return new WithMessage(data, result)
}

async function administrationOf(ctx: Ctx, sim: FoundSim): Promise<Administration> {
  const [facts] = await readAdministrations(ctx, [sim])
  if (!facts) throw new Error(`the SIM ${sim.iccid} has no live row`)
  return facts
}

/** Tests whether contract and settings let the SIM work. The network is asked only where another IMEI is warned of. */
export async function runAdministrativeTest(ctx: Ctx, icc: string): Promise<WithMessage<CallData<typeof testAdministrative>>> {
  const sim = await requireTestable(ctx, icc)
  const facts = await administrationOf(ctx, sim)
  const asked = needsImeiSeen({ ...facts, imeiSeen: null }) ? await askStatus(ctx, sim) : undefined
  const imeiSeen = asked?.status ? (asked.status.registration?.imei ?? '') : null
  const diagnosis = asked?.why ? inconclusiveDiagnosis(asked.why) : diagnoseAdministrative({ ...facts, imeiSeen })
  const evidence = {
    simAdministrativeStatusId: facts.administrativeStatus,
    statusReason: facts.statusReason,
    companyBlocked: facts.isCompanyBlocked,
    planName: facts.planName,
    apn: facts.apn,
    usedBytes: facts.usedBytes,
    limitBytes: facts.limitBytes,
    pooled: facts.isPooled,
    imeiLock: facts.isImeiLocked,
    imei: facts.imei,
    imeiSeen,
  }
  const isCut = facts.administrativeStatus === ADMINISTRATIVE_STATUS.deactivatedByAlarm
  const sentence = isCut ? dataCutSentence(await readDataCutCause(ctx, sim)) : administrativeSentence(diagnosis, facts)
  return finding(ctx, diagnosis, evidence, sentence)
}

/** The sentence for an inactive SIM: its status and the reason. */
function administrativeSentence({ code }: Diagnosis, { administrativeStatus, statusReason }: Administration): Sentence {
  const sentence = DIAGNOSIS_SENTENCES[code]
  const name = administrativeStatusName(administrativeStatus)
  if (code !== 'status_not_active' || !name) return sentence
  const why = statusReason === '' ? '' : ` (${statusReason})`
  return { es: `${sentence.es}: ${STATUS_WORDS.es[name]}${why}`, en: `${sentence.en}: ${STATUS_WORDS.en[name]}${why}` }
}

/** Tests whether a mobile network sees the SIM. */
export async function runGsmTest(ctx: Ctx, icc: string): Promise<WithMessage<CallData<typeof testGsm>>> {
  const { status, why } = await askStatus(ctx, await requireTestable(ctx, icc))
  if (!status) return finding(ctx, inconclusiveDiagnosis(why), null)
  const facts = { state: status.view.state, registration: status.registration }
  return finding(ctx, diagnoseGsm(facts, ctx.clock()), gsmEvidence(status))
}

function gsmEvidence({ view, registration }: NetworkSimStatus): GsmEvidence {
  return {
    networkState: view.state,
    registered: registration?.isRegistered ?? false,
    mcc: registration?.servingNetwork?.mcc ?? '',
    mnc: registration?.servingNetwork?.mnc ?? '',
    radioTechnology: registration?.radioTechnology ?? '',
    lastUpdateAt: registration?.lastUpdateAt?.toISOString() ?? null,
    imei: registration?.imei ?? '',
  }
}

/** Tests whether the SIM has a data session, and through which APN. */
export async function runGprsTest(ctx: Ctx, icc: string): Promise<WithMessage<CallData<typeof testGprs>>> {
  const sim = await requireTestable(ctx, icc)
  const { apn } = await ctx.db.selectFrom('apns').select('apn').where('apn_id', '=', sim.apnId).executeTakeFirstOrThrow()
  const { status, why } = await askStatus(ctx, sim)
  if (!status) return finding(ctx, inconclusiveDiagnosis(why), null)
  const facts = { state: status.view.state, dataSession: status.dataSession, apnExpected: apn }
  return finding(ctx, diagnoseGprs(facts, ctx.clock()), gprsEvidence(status, apn))
}

function gprsEvidence({ view, dataSession }: NetworkSimStatus, apnExpected: string): GprsEvidence {
  return {
    networkState: view.state,
    open: dataSession !== undefined && dataSession.stoppedAt === undefined,
    ip: dataSession?.ip ?? '',
    apnUsed: dataSession?.apn ?? '',
    apnExpected,
    startedAt: dataSession?.startedAt.toISOString() ?? null,
    stoppedAt: dataSession?.stoppedAt?.toISOString() ?? null,
    sgsnIp: dataSession?.sgsnIp ?? '',
    ggsnIp: dataSession?.ggsnIp ?? '',
    dataBytes: dataSession?.dataBytes ?? 0,
    endCause: dataSession?.endCause ?? '',
  }
}

async function readDataCutCause({ db }: Pick<Ctx, 'db'>, { companyId, iccid }: FoundSim): Promise<DataCutCause> {
  const { rows: breaches } = await sql<{ kind: LockKind }>`
    SELECT kind FROM lock_breaches
    WHERE company_id = ${companyId} AND iccid = ${iccid} AND ${HOLDS} ORDER BY at LIMIT 1`.execute(db)
  const cutByLock = breaches[0]?.kind ?? null
  const { rows } = await sql<Pick<DataCutCause, 'cutLimitMb' | 'cutPlanName' | 'cutAlarmName'>>`
    SELECT n.limit_mb AS "cutLimitMb", judged.name AS "cutPlanName", a.name AS "cutAlarmName"
    FROM alarm_notices n
    LEFT JOIN plans judged ON judged.plan_code = n.plan_code
    LEFT JOIN alarms a ON a.company_id = n.company_id AND a.alarm_id = n.alarm_id
    WHERE n.company_id = ${companyId} AND n.iccid = ${iccid} AND n.${HOLDS}
    ORDER BY n.at DESC, n.notice_id DESC LIMIT 1`.execute(db)
  const { rows: firings } = await sql<{ name: string }>`
    SELECT rule_name AS name FROM rule_firings WHERE company_id = ${companyId} AND iccid = ${iccid} AND ${HOLDS}
    ORDER BY at DESC, firing_id DESC LIMIT 1`.execute(db)
  const cutByRule = firings[0]?.name ?? null
  const isHeld = cutByLock !== null || cutByRule !== null || rows.length > 0
  const cutByPerson = isHeld ? null : await readPersonWhoCut(db, { companyId, iccid })
  return { ...(rows[0] ?? { cutLimitMb: null, cutPlanName: null, cutAlarmName: null }), cutByLock, cutByRule, cutByPerson }
}

/** Of the last cut. Alarms, locks and rules hold what they cut, and are no person. */
async function readPersonWhoCut(
  db: Ctx['db'],
  { companyId, iccid }: Pick<FoundSim, 'companyId' | 'iccid'>,
): Promise<string | null> {
  const { rows } = await sql<{ actor: string }>`
    SELECT actor FROM sim_events WHERE company_id = ${companyId} AND iccid = ${iccid} AND kind = 'data_cut'
    ORDER BY at DESC, event_id DESC LIMIT 1`.execute(db)
  const actor = rows[0]?.actor ?? ''
  return actor.includes('@') || isApiKeyActor(actor) ? actor : null
}
