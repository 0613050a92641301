import { z } from 'zod'
import { getAlarms, getNotices, getSimAlarms } from '#contract/alarms/alarms.calls.ts'
import { getAnomalies, getAnomalySims } from '#contract/anomalies/anomalies.calls.ts'
import { listDrafts } from '#contract/drafts/drafts.calls.ts'
import { iccField } from '#contract/fields.ts'
import { getRules } from '#contract/rules/rules.calls.ts'
import { defineTool, page, rowNumberField, type Tool } from './tool.ts'

const alarms = defineTool({
  name: 'list_alarms',
  title: 'Alarms, rules and their drafts',
  description:
    'Alarms on usage (limit in MB) with the newest notices they gave, rules (`definition` is JSON), and drafts of both that wait for a person; with `icc` the alarms and notices of one SIM.',
  scope: 'fleet:read',
  permit: 'alarmas',
  input: z.strictObject({ icc: iccField.describe('Only those of this SIM').optional(), ...page }),
  run: async (ask, { icc, ...query }) => {
    const notices = await ask.rows(getNotices, { query: { ...query, icc } })
    if (icc) return { alarms: await ask.data(getSimAlarms, { params: { icc } }), notices }
    const [own, acting, waiting] = await Promise.all(
      [getAlarms, getRules, listDrafts].map((call) => ask.rows(call, { query: { limit: 100 } })),
    )
    return { alarms: own?.rows, notices, rules: acting?.rows, drafts: waiting?.rows }
  },
})

const anomalies = defineTool({
  name: 'list_anomalies',
  title: 'Out of the ordinary',
  description:
    'What SIMs did in an hour and do not do otherwise, newest first. kind `data` or `sessions`: one SIM (`observed` against `expected` of SIMs in the same device, and `own`, the most it ever did); `silence`: many that should have reported did not; `storm`: a whole device. Data in bytes. With `anomalyId` the SIMs of a silence or a storm.',
  scope: 'fleet:read',
  permit: 'alarmas',
  input: z.strictObject({
    anomalyId: rowNumberField.describe('Only the SIMs of this one').optional(),
    ...getAnomalies.query.pick({ kind: true, device: true, icc: true, from: true, to: true }).shape,
    ...page,
  }),
  run: (ask, { anomalyId, ...query }) =>
    anomalyId === undefined ? ask.rows(getAnomalies, { query }) : ask.rows(getAnomalySims, { params: { id: anomalyId } }),
})

export const WATCH_TOOLS: readonly Tool[] = [alarms, anomalies]
