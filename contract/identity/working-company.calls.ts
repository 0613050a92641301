import { z } from 'zod'
import { defineCall } from '../call.ts'
import { companyChoiceList } from '../companies/companies.calls.ts'
import { idField } from '../fields.ts'

/** Which company the page that calls shows: its id, or 0 for all. A call of a page that shows another one is refused. */
export const WORKING_COMPANY_HEADER = 'x-working-company'

export const findWorkingCompanies = defineCall({
  method: 'GET',
  path: '/users/session/companies',
  access: 'login',
  isForPeople: true,
  summary: 'Find companies by name to work in: those below your own, also while you work in one of them',
  query: z.strictObject({
    search: z.string().trim().min(1).max(80).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  list: companyChoiceList,
})

export const setWorkingCompany = defineCall({
  method: 'PUT',
  path: '/users/session/company',
  access: 'login',
  // its answer sets a cookie, which a repeated request would lack
  secret: true,
  isForPeople: true,
  summary: 'Work in one company and those below it until the session ends, or (null) in all of yours again',
  body: z.strictObject({ companyId: idField.nullable() }),
  data: z.null(),
})
