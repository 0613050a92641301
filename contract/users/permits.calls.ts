import { z } from 'zod'
import { USER_STATES } from '#domain/user-states.ts'
import { defineCall } from '../call.ts'
import { flagField, idField, idParam, pageFields, permitField } from '../fields.ts'

const rights = {
  permits: z.array(permitField).max(50),
  canHibernate: flagField,
  admin: flagField,
}

const permitRow = z.object({
  ...rights,
  userId: z.number().int(),
  userName: z.string(),
  userLastname: z.string(),
  userEmail: z.string(),
  companyId: z.number().int(),
  companyName: z.string(),
  state: z.enum(USER_STATES),
  /** ISO 8601 */
  updatedAt: z.string(),
})
export type PermitRow = z.infer<typeof permitRow>

export const getPermitList = defineCall({
  method: 'GET',
  path: '/permits/permitList',
  access: 'users',
  inSpec: true,
  summary: 'List users with their permits',
  query: z.strictObject({
    search: z.string().trim().min(1).max(80).optional(),
    company: idParam.optional(),
    ...pageFields(200),
  }),
  data: z.object({
    columns: z.array(
      z.object({
        permit: permitField,
        title: z.string(),
        /** '1': the reader holds it and can give it */
        grantable: flagField,
      }),
    ),
    rows: z.array(permitRow),
    /** users that match, on all pages */
    total: z.number().int().nonnegative(),
    /** null at the end */
    nextCursor: z.string().nullable(),
  }),
})

export const savePermit = defineCall({
  method: 'POST',
  path: '/permits/permit',
  access: 'users',
  inSpec: true,
  summary: 'Set a user’s permits; effective everywhere within two seconds',
  body: z.strictObject({
    ...rights,
    userId: idField,
    /** as it was read; refused with `conflict` when another user has changed it since */
    updatedAt: z.string().max(40).optional(),
  }),
  data: permitRow,
})
