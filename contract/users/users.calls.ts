import { z } from 'zod'
import { USER_STATES } from '#domain/user-states.ts'
import { defineCall } from '../call.ts'
import { companyChoiceList } from '../companies/companies.calls.ts'
import { flagField, idField, idParam, LIST_FILES, listFormat, pageFields, permitField, subsidiariesField } from '../fields.ts'
import { USER_SORTS } from '../filter-values.ts'
import { column, defineList } from '../list-codec.ts'
import { valueCounts } from '../value-counts.ts'

const userColumns = {
  userId: column.number,
  userEmail: column.text,
  userName: column.text,
  userLastname: column.text,
  userPhone: column.text,
  userTin: column.text,
  companyId: column.number,
  companyName: column.text,
  /** of USER_STATES */
  state: column.text,
  /** apart by commas */
  permits: column.text,
  /** '1' or '0', as the two that follow */
  canHibernate: column.text,
  admin: column.text,
  secondFactor: column.text,
  /** null: not within the time that login sessions are kept */
  lastSeenAt: column.nullable(column.time),
  /** the last invitation; null: none was sent */
  invitedAt: column.nullable(column.time),
  createdAt: column.time,
}
export const userList = defineList(userColumns)

const userFilter = {
  search: z.string().trim().min(1).max(80).describe('Anywhere in name, last name, e-mail or tax id').optional(),
  company: idParam.describe('Number of the company').optional(),
  subsidiaries: subsidiariesField,
  state: z.enum(USER_STATES).optional(),
  permit: permitField.optional(),
  user: idParam.describe('Only this one').optional(),
  sort: z.enum(USER_SORTS).default('name'),
  descending: flagField.default('0').describe('From the last to the first'),
}

export const getUsers = defineCall({
  method: 'GET',
  path: '/users',
  access: 'users',
  inSpec: true,
  summary: 'List users of your company and its subsidiaries',
  query: z.strictObject({
    ...userFilter,
    ...pageFields(),
  }),
  list: userList,
})

export const countUsers = defineCall({
  method: 'GET',
  path: '/users/counts',
  access: 'users',
  summary: 'Count users by state',
  query: z.strictObject(userFilter).pick({ search: true, company: true, subsidiaries: true, permit: true }),
  data: valueCounts,
})

export const exportUsers = defineCall({
  method: 'GET',
  path: '/users/export',
  access: 'users',
  summary: 'Download users: CSV or XLSX with headings, or TSV with the list’s columns; streamed',
  query: z.strictObject({ ...userFilter, format: listFormat }),
  file: LIST_FILES,
})

export const getUserNames = defineCall({
  method: 'POST',
  path: '/users/names',
  access: 'login',
  changes: false,
  summary: 'Get the names of users of your company and its subsidiaries by their e-mails; others are left out',
  body: z.strictObject({ emails: z.array(z.string().max(254)).min(1).max(100) }),
  data: z.object({ names: z.array(z.object({ userEmail: z.string(), name: z.string() })) }),
})

const text = z.string().max(500)
const userFields = {
  /** the login */
  userEmail: text,
  userName: text,
  userLastname: text,
  userPhone: text,
  userTin: text,
}
const rightsFields = {
  permits: z.array(permitField).max(50),
  canHibernate: flagField,
  /** '1': an administrator of the portal; users of the root company only */
  admin: flagField,
}

const userData = z.object({
  ...userFields,
  ...rightsFields,
  userId: z.number().int(),
  companyId: z.number().int(),
  companyName: z.string(),
  state: z.enum(USER_STATES),
  /** ISO 8601 */
  updatedAt: z.string(),
})
export type UserData = z.infer<typeof userData>

const onUser = z.strictObject({ id: idParam })

export const getUser = defineCall({
  method: 'GET',
  path: '/users/user/{id}',
  access: 'users',
  inSpec: true,
  summary: 'Get a user',
  params: onUser,
  data: userData,
})

export const createUser = defineCall({
  method: 'POST',
  path: '/users/user/',
  access: 'users',
  inSpec: true,
  summary: 'Create a user and send an invitation by e-mail',
  body: z.strictObject({
    ...userFields,
    ...rightsFields,
    companyId: idField,
    /** of the invitation; without it, that of the request */
    language: z.enum(['es', 'en']).optional(),
  }),
  data: z.object({ userId: z.number().int() }),
})

export const changeUser = defineCall({
  method: 'PUT',
  path: '/users/user/',
  access: 'users',
  inSpec: true,
  summary: 'Change a user’s details; for permits see POST /permits/permit',
  body: z.strictObject({
    ...userFields,
    userId: idField,
    /** as it was read; refused with `conflict` when another user has changed it since */
    updatedAt: z.string().max(40).optional(),
  }),
  data: z.object({ userId: z.number().int() }),
})

export const deleteUser = defineCall({
  method: 'DELETE',
  path: '/users/user/{id}',
  access: 'users',
  inSpec: true,
  summary: 'Delete a user and end their sessions; the audit log keeps their e-mail',
  params: onUser,
  data: z.null(),
})

const changeState = (verb: 'deactivate' | 'reactivate' | 'invite', summary: string) =>
  defineCall({
    method: 'POST',
    path: `/users/user/{id}/${verb}`,
    access: 'users',
    summary,
    params: onUser,
    body: z.strictObject({}),
    data: z.object({ state: z.enum(USER_STATES) }),
  })

export const deactivateUser = changeState('deactivate', 'Deactivate a user and end their sessions')
export const reactivateUser = changeState('reactivate', 'Reactivate a user')
export const inviteUser = changeState('invite', 'Send the invitation again; the earlier link stops working')

export const getUserCompanies = defineCall({
  method: 'GET',
  path: '/users/companies',
  access: 'users',
  inSpec: true,
  summary: 'List companies for which you can create users',
  query: z.strictObject({
    search: z.string().trim().min(1).max(80).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(1000),
  }),
  list: companyChoiceList,
})
