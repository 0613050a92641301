import { z } from 'zod'
import { ALARM_NAME_MAX, emailListProblem, isAlarmLimit, isAlarmName, NOTICE_KINDS, readEmails } from '#domain/alarms.ts'
import { defineCall } from '../call.ts'
import {
  countField,
  cursorField,
  flagField,
  iccField,
  idField,
  idParam,
  LIST_FILES,
  listFormat,
  pageFields,
  subsidiariesField,
  timeField,
} from '../fields.ts'
import { NOTICE_ACTION_STATES } from '../filter-values.ts'
import { groupPathField } from '../groups/groups.calls.ts'
import { column, defineList } from '../list-codec.ts'
import { valueCounts } from '../value-counts.ts'

/** a plan's code; '': all plans of the company */
const planField = z.string().max(100)
/** the path of a group, such as `North/Trucks`; '': all SIMs of the company */
const groupField = z.union([groupPathField, z.literal('')])
const limitField = z.number({ error: 'required' }).refine(isAlarmLimit, { error: 'alarmLimit' })
/** 1 to 10 addresses, apart by commas, semicolons or blanks */
const emailField = z
  .string({ error: 'required' })
  .max(3000)
  .superRefine((text, check) => {
    const problem = emailListProblem(readEmails(text))
    if (problem) check.addIssue({ code: 'custom', message: problem })
  })

const nameField = z.string().trim().max(ALARM_NAME_MAX, { error: 'alarmName' }).refine(isAlarmName, { error: 'alarmName' })

export const alarmBody = z.strictObject({
  name: nameField
    .describe('What people call it, empty for none; without it a new alarm has none, and a changed one keeps its own')
    .optional(),
  company: idField.describe('Number of the company whose SIMs it watches'),
  plan: planField.describe('Code of the plan whose SIMs it watches; empty for all'),
  group: groupField
    .describe(
      'Path of the group whose SIMs it watches; empty for all. Without it a new alarm is for all, and a changed one keeps its own',
    )
    .optional(),
  limit: limitField.describe('MB of 1024² bytes that a SIM uses in its cycle, whole, 1 to 1 048 576'),
  email: emailField.describe('1 to 10 addresses that get a mail, apart by commas'),
  active: flagField.describe('0: it is kept, and does nothing'),
  action: flagField.describe('1: cut the SIM’s data at the limit; 0: only notify'),
})
export type AlarmBody = z.infer<typeof alarmBody>

const alarmColumns = {
  alarmId: column.number,
  company: column.number,
  /** '' for all plans */
  plan: column.text,
  limit: column.number,
  /** addresses, apart by a comma and a blank */
  email: column.text,
  active: column.text,
  action: column.text,
  /** of the plan's SIMs; '' for all plans */
  planTypeName: column.text,
  /** '' for all plans */
  planName: column.text,
  companyName: column.text,
  /** SIMs that it covers, without terminated ones */
  watchedSims: column.number,
  /** SIMs that are at the limit, or near it, in this cycle: those with a notice */
  firedSims: column.number,
  warnedSims: column.number,
  /** SIMs whose data it holds cut */
  cutSims: column.number,
  updatedAt: column.time,
  /** what people call it; '' without one */
  name: column.text,
  /** the path of the group that it is for, with those inside it; '' for all SIMs */
  group: column.text,
  /** how many notices it gave on each of the last FIRED_DAYS days in the time zone of the company, the oldest first: '0,0,3' */
  firedByDay: column.text,
}
export const alarmList = defineList(alarmColumns)

const alarmFilter = {
  company: idParam.describe('Number of the company').optional(),
  subsidiaries: subsidiariesField,
  search: z.string().trim().min(1).max(80).describe('Text in name, plan, company or addresses').optional(),
  alarm: idParam.describe('Only this one').optional(),
}

export const getAlarms = defineCall({
  method: 'GET',
  path: '/alarm/alarms',
  access: 'alarmas',
  inSpec: true,
  summary: 'List alarms of your companies, newest first',
  query: z.strictObject({
    ...alarmFilter,
    limit: z.coerce.number().int().min(1).max(1000).optional(),
    cursor: cursorField,
  }),
  list: alarmList,
})

export const exportAlarms = defineCall({
  method: 'GET',
  path: '/alarm/alarms/export',
  access: 'alarmas',
  summary: 'Download alarms: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...alarmFilter, format: listFormat }),
  file: LIST_FILES,
})

const alarmSaved = z.object({
  alarmId: z.number().int(),
  /** SIMs over the limit now, which get a notice and, if it cuts, are cut at once; without those that have a notice */
  firesNow: countField,
})
export type AlarmSaved = z.infer<typeof alarmSaved>

export const createAlarm = defineCall({
  method: 'POST',
  path: '/alarm',
  access: 'alarmas',
  inSpec: true,
  summary: 'Create an alarm; it fires at once for SIMs already over its limit in this cycle',
  body: alarmBody,
  data: alarmSaved,
})

export const changeAlarm = defineCall({
  method: 'PUT',
  path: '/alarm',
  access: 'alarmas',
  inSpec: true,
  summary: 'Change an alarm; turning it off, or raising the limit above a SIM’s usage, restores the data it cut',
  body: alarmBody.extend({ alarmId: z.number().int().positive() }),
  data: alarmSaved,
})

const alarmParams = z.strictObject({ id: z.coerce.number().int().positive() })

export const deleteAlarm = defineCall({
  method: 'DELETE',
  path: '/alarm/{id}',
  access: 'alarmas',
  inSpec: true,
  summary: 'Delete an alarm; the data it cut is restored',
  params: alarmParams,
  data: z.object({
    /** SIMs whose data is restored; those that another alarm holds stay cut */
    restores: countField,
  }),
})

export const restoreAlarm = defineCall({
  method: 'POST',
  path: '/alarm/restore/{id}',
  access: 'alarmas',
  summary:
    'Undo the deletion of an alarm, for a day: same id, values and notices. SIMs over its limit whose data the deletion restored get a new notice',
  params: alarmParams,
  body: z.strictObject({}),
  data: alarmSaved,
})

export const getAlarmCompanies = defineCall({
  method: 'GET',
  path: '/alarm/companies',
  access: 'alarmas',
  inSpec: true,
  summary: 'List companies for which you can create alarms',
  list: defineList({ company: column.number, companyName: column.text, sims: column.number }),
})

export const getAlarmPlans = defineCall({
  method: 'GET',
  path: '/alarm/plans/{companyId}',
  access: 'alarmas',
  inSpec: true,
  summary: 'List plans in use by a company’s SIMs',
  params: z.strictObject({ companyId: idParam }),
  list: defineList({
    plan: column.text,
    planName: column.text,
    planTypeName: column.text,
    dataMb: column.number,
    sims: column.number,
  }),
})

export const getSimAlarms = defineCall({
  method: 'GET',
  path: '/alarm/sim/{icc}',
  access: 'alarmas',
  summary: 'List the active alarms that watch a SIM, and why: by its company, its plan or its group; the lowest limit first',
  params: z.strictObject({ icc: iccField }),
  data: z.array(
    z.object({
      alarmId: z.number().int(),
      /** '' without one */
      name: z.string(),
      limit: countField,
      /** it cuts the SIM's data at the limit */
      cuts: z.boolean(),
      /** '' for all plans */
      plan: z.string(),
      planName: z.string(),
      /** the path of the group that it is for; '' for all SIMs */
      group: z.string(),
    }),
  ),
})

const trialCycle = z.object({
  /** first day, and the first day of the next cycle */
  start: z.iso.date(),
  end: z.iso.date(),
  sims: countField,
})

export const tryAlarm = defineCall({
  method: 'POST',
  path: '/alarm/trial',
  access: 'alarmas',
  changes: false,
  summary: 'Simulate an alarm: what it would have done in the last three cycles, and would do when saved; saves nothing',
  body: z.strictObject({
    /** the alarm that is being changed */
    alarmId: z.number().int().positive().optional(),
    company: idField,
    plan: planField,
    group: groupField.optional(),
    limit: limitField,
  }),
  data: z.object({
    /** the last three that are over, the last one first */
    cycles: z.array(trialCycle),
    /** SIMs for which it would have fired in any of them, each once */
    sims: countField,
    watchedSims: countField,
    /** in this cycle */
    now: z.object({
      start: z.iso.date(),
      /** SIMs that are at the limit or over it */
      overSims: countField,
      /** of them, those of which this alarm has not said so yet: it fires for them when it is saved active */
      firesNow: countField,
      /** SIMs whose data this alarm holds cut and which would be under its limit: they are restored */
      restores: countField,
    }),
  }),
})

const noticeFilter = {
  alarm: z.coerce.number().int().positive().describe('Number of the alarm').optional(),
  company: idParam.describe('Number of the company').optional(),
  kind: z.enum(NOTICE_KINDS).optional(),
  action: z.enum(NOTICE_ACTION_STATES).optional(),
  icc: iccField.describe('Of this SIM').optional(),
  from: z.iso.date().describe('First day, in the time zone of the reader’s company').optional(),
  to: z.iso.date().describe('Last day').optional(),
}

const noticeColumns = {
  noticeId: column.number,
  date: column.time,
  alarmId: column.number,
  company: column.number,
  companyName: column.text,
  /** '' for all plans */
  plan: column.text,
  planName: column.text,
  icc: column.text,
  /** of NOTICE_KINDS */
  kind: column.text,
  /** bytes of the cycle when it was judged */
  used: column.number,
  /** MB, as it was then */
  limit: column.number,
  cycleStart: column.text,
  /** of NOTICE_MAIL_STATES */
  mail: column.text,
  /** of NOTICE_ACTION_STATES */
  action: column.text,
  restoredAt: column.nullable(column.time),
  /** the alarm no longer acts on this SIM until the cycle ends: a user restored its data */
  muted: column.boolean,
  /** its data can be restored by hand */
  canRestore: column.boolean,
  /** of the SIM; '' without one */
  label: column.text,
  /** what people call the alarm now; '' without one, and once it is deleted */
  alarmName: column.text,
}
export const noticeList = defineList(noticeColumns)

export const getNotices = defineCall({
  method: 'GET',
  path: '/alarm/notificatedAlarms',
  access: 'alarmas',
  inSpec: true,
  summary: 'List alarm notices, newest first, with the result of their e-mail and data cut',
  query: z.strictObject({
    ...noticeFilter,
    ...pageFields(),
  }),
  list: noticeList,
})

export const countNotices = defineCall({
  method: 'GET',
  path: '/alarm/notificatedAlarms/counts',
  access: 'alarmas',
  summary: 'Count alarm notices by kind or by what was done',
  query: z.strictObject({
    ...noticeFilter,
    by: z.enum(['kind', 'action']).default('kind').describe('What they are counted by; a filter by it does not count'),
  }),
  data: valueCounts,
})

export const exportNotices = defineCall({
  method: 'GET',
  path: '/alarm/notificatedAlarms/export',
  access: 'alarmas',
  summary: 'Download alarm notices: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...noticeFilter, format: listFormat }),
  file: LIST_FILES,
})

export const watchNotices = defineCall({
  method: 'GET',
  path: '/alarm/notificatedAlarms/events',
  access: 'alarmas',
  summary: 'Stream changes of the notices as server-sent events, at most one a second',
  query: z.strictObject({
    /** end after so long; 0 says once that it is there, and ends */
    seconds: z.coerce.number().int().min(0).max(3600).default(3600),
  }),
  events: z.object({ at: timeField }),
})

export const restoreNotice = defineCall({
  method: 'POST',
  path: '/alarm/notices/{id}/restore',
  access: 'alarmas',
  summary:
    'Restore the data of a notice’s SIM and mute the alarm for it until the cycle ends; data comes back unless another alarm also cut it',
  params: alarmParams,
  body: z.strictObject({}),
  data: z.object({
    icc: z.string(),
    /** of NOTICE_ACTION_STATES */
    action: z.enum(NOTICE_ACTION_STATES),
    /** another alarm holds the SIM's data cut */
    isHeld: z.boolean(),
  }),
})
