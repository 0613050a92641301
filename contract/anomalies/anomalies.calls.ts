import { z } from 'zod'
import { ANOMALY_KINDS, MEMBERS_MAX } from '#domain/anomalies.ts'
import { defineCall } from '../call.ts'
import { bigIdParam, iccField, idParam, LIST_FILES, listFormat, pageFields } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'
import { valueCounts } from '../value-counts.ts'

const anomalyFilter = {
  company: idParam.describe('Number of the company').optional(),
  kind: z
    .enum(ANOMALY_KINDS)
    .describe(
      '`data`, `sessions`, `messages`: one SIM does far more than the SIMs in the same device, and than it ever did; `silence`: many that report at this hour by habit do not; `storm`: a device as a whole, or many of its SIMs at once',
    )
    .optional(),
  device: z.string().trim().min(1).max(120).describe('Anywhere in the device').optional(),
  icc: iccField.describe('Of this SIM').optional(),
  from: z.iso.date().describe('First day, in the time zone of the reader’s company').optional(),
  to: z.iso.date().describe('Last day').optional(),
}

export const anomalyList = defineList({
  anomalyId: column.number,
  /** beginning of the last hour, and of the first */
  lastAt: column.time,
  beganAt: column.time,
  /** in which it was so */
  hours: column.number,
  company: column.number,
  companyName: column.text,
  /** of ANOMALY_KINDS */
  kind: column.text,
  /** 'data', 'sessions' or 'messages' */
  measure: column.text,
  device: column.text,
  /** '' of a batch and a storm */
  icc: column.text,
  /** of the SIM; '' without one */
  label: column.text,
  /** that it is about */
  sims: column.number,
  /** that were compared */
  peers: column.number,
  /** bytes, sessions or messages of the SIM, or the typical one of a storm; of a silence SIMs. Of its strongest hour */
  observed: column.number,
  expected: column.number,
  /** the most that the SIM itself did in an hour of the weeks before */
  own: column.number,
})

export const getAnomalies = defineCall({
  method: 'GET',
  path: '/anomaly/anomalies',
  access: 'alarmas',
  summary:
    'List what was out of the ordinary, newest first: what SIMs did in an hour, compared with SIMs in the same device at the same hour of the week',
  query: z.strictObject({ ...anomalyFilter, ...pageFields() }),
  list: anomalyList,
})

export const countAnomalies = defineCall({
  method: 'GET',
  path: '/anomaly/anomalies/counts',
  access: 'alarmas',
  summary: 'Count what was out of the ordinary by its kind',
  query: z.strictObject(anomalyFilter).omit({ kind: true }),
  data: valueCounts,
})

export const exportAnomalies = defineCall({
  method: 'GET',
  path: '/anomaly/anomalies/export',
  access: 'alarmas',
  summary: 'Download what was out of the ordinary: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...anomalyFilter, format: listFormat }),
  file: LIST_FILES,
})

export const getAnomalySims = defineCall({
  method: 'GET',
  path: '/anomaly/sims/{id}',
  access: 'alarmas',
  summary: `List the SIMs of a silent batch or a storm, the first ${MEMBERS_MAX}`,
  params: z.strictObject({ id: bigIdParam }),
  list: defineList({ icc: column.text, label: column.text }),
})
