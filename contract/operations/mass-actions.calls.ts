import { z } from 'zod'
import { EXCLUSIONS } from '#domain/eligibility.ts'
import { OPERATION_STATES } from '#domain/operations.ts'
import { defineCall } from '../call.ts'
import { countField, customTextField, iccField, planCodeField, planStartField, timeField, XLSX } from '../fields.ts'
import { targetGroupField } from '../groups/groups.calls.ts'
import { lockBody } from '../locks/locks.calls.ts'
import { simFilter } from '../sims/sims.calls.ts'
import { tagNamesField } from '../tags/tags.calls.ts'

/**
 * What is done to many SIMs. Every call under /sim/massive… and /sim/assignSims takes the same lines and options:
 *
 *   which SIMs, exactly one of
 *     icc       ICCs as they were ticked or pasted; each is a line, also one that does not exist or comes twice
 *     filter    all that match, as in POST /sim/sims; frozen when the operation is confirmed. `except` leaves some out
 *     fileId    an uploaded CSV or XLSX file (uploadOperationFile); each row of it is a line
 *     advice    the SIMs that an advice on plans (getPlanAdvice) moves to a plan
 *   and
 *     preview      true: judge, start nothing. The operation is a draft that confirmOperation starts; drafts live for a day
 *     scheduledAt  start then instead of now
 *     reason       in the person's words, for the timeline of each SIM
 *
 * The answer is `{operationId, accepted, excluded}` within two seconds; the lines run in the background. Follow them by
 * streamOperations (live) or getOperation, page through them by listOperationItems, download them by downloadOperation.
 * All mutating calls take the header Idempotency-Key: same key and body, same answer for 24 hours, no second effect.
 * Operations belong to the company of the user who started them and are seen by that company and those above it.
 */

/** Lines that one operation can have. */
export const OPERATION_MAX_LINES = 1_000_000
/** Lines that one diagnosis can have: what a network that allows ten questions a second answers within a quarter of an hour. */
export const DIAGNOSIS_MAX_LINES = 10_000
/** Excluded lines that an answer names; all of them are in the download and in listOperationItems?state=skipped. */
export const SHOWN_EXCLUSIONS = 500
/** Bytes of an uploaded file: some three million rows of an ICC and a few columns. */
export const OPERATION_FILE_MAX_BYTES = 256 * 1024 * 1024

const id = z.number().int().positive().max(2_147_483_647)

const which = {
  icc: z.array(z.string().max(60)).min(1).max(OPERATION_MAX_LINES).describe('These SIMs').optional(),
  filter: simFilter.optional(),
  except: z.array(iccField).max(100_000).describe('All that match the filter but these').optional(),
  fileId: id.describe('The SIMs of an uploaded file').optional(),
  advice: z
    .strictObject({ company: id, adviceId: z.uuid(), planCode: planCodeField })
    .describe('The SIMs that an advice on plans moves to a plan')
    .optional(),
}
const how = {
  preview: z.boolean().describe('Judge and start nothing').optional(),
  scheduledAt: timeField.describe('When to start, such as 2026-12-24T03:00:00Z; at once without it').optional(),
  reason: z.string().trim().max(300).describe('Why; it stands in the timeline of each SIM').optional(),
}

interface Lines {
  icc?: unknown
  filter?: unknown
  except?: unknown
  fileId?: unknown
  advice?: unknown
}

const namesOneSource = ({ icc, filter, except, fileId, advice }: Lines): boolean =>
  [icc, filter, fileId, advice].filter((source) => source !== undefined).length === 1 &&
  (except === undefined || filter !== undefined)

const massBody = <S extends z.ZodRawShape>(more: S) =>
  z.strictObject({ ...which, ...how, ...more }).refine((body) => namesOneSource(body as Lines), {
    error: 'oneSource',
    path: ['icc'],
  })

const excludedLine = z.object({
  /** as it was given */
  icc: z.string(),
  code: z.enum(EXCLUSIONS),
  text: z.string(),
})

export const massAnswer = z.object({
  operationId: z.number().int(),
  /** lines that run */
  accepted: countField,
  /** the first lines that do not, with the reason of each */
  excluded: z.array(excludedLine),
  total: countField,
  excludedTotal: countField,
  /** how many lines each reason keeps out */
  reasons: z.array(z.object({ code: z.enum(EXCLUSIONS), text: z.string(), lines: countField })),
  /** 'draft' for a preview */
  state: z.enum(OPERATION_STATES),
  /** SMS only: segments that all lines together will send */
  segments: countField.nullable(),
  /** of a preview: how long it will take; null once it is started, and where no network is asked for a while (terminations) */
  forecast: z
    .object({
      /** from its start to its last line, at what the networks allow and how fast they answer now; null: unknown */
      seconds: countField.nullable(),
      /** lines that wait for a network which does not answer now; `seconds` is without them */
      held: countField,
    })
    .nullable(),
})
export type MassAnswer = z.infer<typeof massAnswer>

/** JSON of a million ICCs. */
const MASS_BODY_BYTES = 40 * 1024 * 1024

const mass = <S extends z.ZodRawShape>(path: `/sim/${string}`, inSpec: boolean, summary: string, more: S) =>
  defineCall({
    method: 'POST',
    path,
    access: 'sims',
    inSpec,
    summary,
    body: massBody(more),
    bodyLimit: MASS_BODY_BYTES,
    data: massAnswer,
  })

export const massActivation = mass('/sim/massiveActivation', false, 'Activate many SIMs; can’t be undone', {})
export const massHibernation = mass('/sim/massiveHibernation', true, 'Hibernate many SIMs', {})
export const massReactivation = mass('/sim/massiveReactivation', true, 'Reactivate many SIMs', {})
export const massRestore = mass('/sim/massiveRestore', false, 'Restore the data of many SIMs that alarms cut', {})
export const massTermination = mass(
  '/sim/massiveTermination',
  true,
  'Terminate many SIMs; lines can be withdrawn during the cooling-off',
  {},
)
export const massReset = mass('/sim/massiveReset', false, 'Restart many SIMs; keeps their status', {})
export const massDiagnosis = mass(
  '/sim/massiveDiagnosis',
  false,
  `Find the probable cause of the silence of up to ${DIAGNOSIS_MAX_LINES} SIMs; changes nothing`,
  { icc: z.array(z.string().max(60)).min(1).max(DIAGNOSIS_MAX_LINES).optional() },
)
export const massSms = mass('/sim/massiveSms', true, 'Send an SMS to many SIMs', {
  message: z.string().min(1, { error: 'required' }).max(1530).describe('The text'),
})

export const massCustom = mass(
  '/sim/massiveCustom',
  true,
  'Set custom fields of many SIMs: one value for all lines, or one per line from the file’s columns of that name',
  {
    customField1: customTextField.optional(),
    customField2: customTextField.optional(),
    device: customTextField.optional(),
  },
)

export const massTag = mass(
  '/sim/massiveTag',
  false,
  'Put tags on many SIMs and take others off them; with a file, also those in its column of tags',
  { add: tagNamesField.describe('Tags to put on').optional(), remove: tagNamesField.describe('Tags to take off').optional() },
)

export const massGroup = mass(
  '/sim/massiveGroup',
  false,
  'Move many SIMs to a group, or out of their groups; with a file, each to the group in its column of that name',
  { group: targetGroupField.optional() },
)

export const massLock = mass(
  '/sim/massiveLock',
  false,
  'Bind many SIMs to their devices, each to its own (mode learn), all to some devices or models (imei, tac), or none (off); and to countries and networks',
  lockBody,
)

export const massPlan = mass(
  '/sim/massivePlan',
  false,
  'Change the plan of many SIMs (users with the permit plans): now, and the cycle is charged by days, or from each company’s next cycle on',
  { planCode: planCodeField, from: planStartField },
)

export const assignSims = mass('/sim/assignSims', true, 'Move SIMs to another company', {
  companyId: id.describe('Number of the company, from listAssignees'),
})

export const listAssignees = defineCall({
  method: 'GET',
  path: '/sim/assignList',
  access: 'sims',
  inSpec: true,
  summary: 'List companies to which you can move SIMs',
  data: z.array(z.object({ companyId: z.number().int(), companyName: z.string() })),
})

export const uploadOperationFile = defineCall({
  method: 'POST',
  path: '/operations/files',
  access: 'sims',
  summary: 'Upload a CSV, TSV or XLSX file of lines; the ICC column is found by its header',
  query: z.strictObject({ fileName: z.string().min(1).max(255) }),
  upload: ['application/octet-stream', 'text/csv', 'text/tab-separated-values', XLSX],
  bodyLimit: OPERATION_FILE_MAX_BYTES,
  data: z.object({
    fileId: z.number().int(),
    fileName: z.string(),
    lines: countField,
    columns: z.array(
      z.object({
        header: z.string(),
        samples: z.array(z.string()),
        /** what the column holds: icc, customField1, customField2, device, tags, group; null: it only comes along into the results */
        field: z.enum(['icc', 'customField1', 'customField2', 'device', 'tags', 'group']).nullable(),
      }),
    ),
  }),
})
