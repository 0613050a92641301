import { z } from 'zod'
import { OPERATION_KINDS } from '#domain/eligibility.ts'
import { OPERATION_STATES } from '#domain/operations.ts'
import { DOCUMENT_KINDS, DOCUMENT_STATES } from '#domain/rating/documents.ts'
import { REQUEST_STATES, REQUEST_TYPES } from '#domain/requests.ts'
import { defineCall } from '../call.ts'
import { countField, flagField, idField, timeField } from '../fields.ts'

/** Matches of each kind. */
export const SEARCH_LIMIT_OF_KIND = 5

/** SIMs are asked for by their own call, which the specification names: they come from other indexes, and matter most. */
export const searchPortal = defineCall({
  method: 'GET',
  path: '/search',
  access: 'login',
  isForPeople: true,
  summary:
    'Search companies, users, invoices, operations, requests, alarms, plans, groups and tags by a text; only the kinds that the user has the permit for',
  query: z.strictObject({ text: z.string().trim().min(2, { error: 'searchTooShort' }).max(120) }),
  data: z.object({
    companies: z.array(
      z.object({
        companyId: idField,
        companyName: z.string(),
        /** names of the companies above it that the user sees, apart by ' › ' */
        above: z.string(),
      }),
    ),
    users: z.array(z.object({ userId: idField, name: z.string(), userEmail: z.string(), companyName: z.string() })),
    charges: z.array(
      z.object({
        documentId: z.number().int(),
        kind: z.enum(DOCUMENT_KINDS),
        /** '' before it is issued */
        documentNumber: z.string(),
        /** the month in which its cycle begins: 2026-10 */
        period: z.string(),
        state: z.enum(DOCUMENT_STATES),
        companyName: z.string(),
      }),
    ),
    operations: z.array(
      z.object({
        operationId: idField,
        kind: z.enum(OPERATION_KINDS),
        state: z.enum(OPERATION_STATES),
        /** its SIMs */
        total: countField,
        failed: countField,
        reason: z.string(),
        createdAt: timeField,
      }),
    ),
    requests: z.array(
      z.object({
        requestId: idField,
        state: z.enum(REQUEST_STATES),
        type: z.enum(REQUEST_TYPES),
        simQuantity: countField,
        requester: z.string(),
        companyName: z.string(),
      }),
    ),
    alarms: z.array(
      z.object({
        alarmId: z.number().int(),
        /** '' without one */
        name: z.string(),
        companyId: idField,
        companyName: z.string(),
        /** '' for all plans */
        plan: z.string(),
        planName: z.string(),
        /** MB */
        limit: countField,
        active: flagField,
      }),
    ),
    plans: z.array(z.object({ planId: idField, planCode: z.string(), planName: z.string() })),
    /** paths; of administrators those of their own company */
    groups: z.array(z.string()),
    tags: z.array(
      z.object({
        name: z.string(),
        /** those that have it */
        sims: countField,
      }),
    ),
  }),
})
