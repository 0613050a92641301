import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField, timeField } from '../fields.ts'

/** Comparisons of all SIMs with what their networks say, as after the database was restored. */
export const comparisonData = z.object({
  startedAt: timeField,
  /** null while it is under way */
  finishedAt: timeField.nullable(),
  actor: z.string(),
  /** SIMs that have a network */
  total: countField,
  compared: countField,
  /** differences that it found … */
  found: countField,
  /** … and those of them that are not resolved yet */
  open: countField,
})
export type ComparisonData = z.infer<typeof comparisonData>

const comparisons = z.object({
  /** newest first, ten at most */
  comparisons: z.array(comparisonData),
})

export const listComparisons = defineCall({
  method: 'GET',
  path: '/networks/comparisons',
  access: 'admin',
  summary: 'List comparisons of all SIMs with their networks, newest first, with progress and differences found',
  data: comparisons,
})

export const startComparison = defineCall({
  method: 'POST',
  path: '/networks/comparisons',
  access: 'admin',
  summary:
    'Look up every SIM at its network in the background and list those that differ; changes nothing. HTTP 409 conflict while one is under way',
  data: comparisons,
})
