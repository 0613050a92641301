import { z } from 'zod'
import { isIssuer, isMailDomain } from '#domain/sign-on.ts'
import { defineCall } from '../call.ts'
import { idParam, timeField } from '../fields.ts'

/** Signing on at a company's own identity provider (OpenID Connect). The client's secret goes in and never comes out. */

const domainField = z.string().trim().toLowerCase().refine(isMailDomain, { error: 'mailDomain' })

export const findSignOn = defineCall({
  method: 'GET',
  path: '/users/signOn/{domain}',
  access: 'public',
  summary: 'Get whether an e-mail domain uses single sign-on',
  params: z.strictObject({ domain: z.string().max(253) }),
  data: z.object({
    signsOn: z.boolean(),
    /** whether they may also log in by password */
    passwordLogin: z.boolean(),
  }),
})

/** More than any company has. */
const MOST_DOMAINS = 50

/** Once more who one is; see security.calls.ts. */
const proof = {
  password: z.string().max(200).optional(),
  code: z.string().trim().min(1, { error: 'required' }).max(40).optional(),
}

const companyParams = z.strictObject({ companyId: idParam })

const settings = {
  issuer: z.string().trim().min(1, { error: 'required' }).max(500).refine(isIssuer, { error: 'issuer' }),
  clientId: z.string().trim().min(1, { error: 'required' }).max(300),
  domains: z.array(domainField).min(1, { error: 'required' }).max(MOST_DOMAINS),
  passwordLogin: z.boolean(),
}

const companySignOn = z.object({
  /** null: its people log in by password */
  signOn: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      domains: z.array(z.string()),
      passwordLogin: z.boolean(),
      updatedAt: timeField,
    })
    .nullable(),
  /** the address to which the provider sends people back; to be typed in there */
  returnAddress: z.string(),
  /** where the provider reports that it has logged a user out; to be entered there, too */
  logoutAddress: z.string(),
  /** why signing on can't go well, in a sentence; null when the provider answers, or was not asked */
  problem: z.string().nullable(),
})
export type CompanySignOn = z.infer<typeof companySignOn>

export const getCompanySignOn = defineCall({
  method: 'GET',
  path: '/companies/{companyId}/signOn',
  access: 'admin',
  summary: 'Get a company’s single sign-on',
  params: companyParams,
  data: companySignOn,
})

export const saveCompanySignOn = defineCall({
  method: 'PUT',
  path: '/companies/{companyId}/signOn',
  access: 'admin',
  secret: true,
  summary:
    'Set up or change a company’s single sign-on and test the provider; for administrators with the permits users and companies and every permit that users of the company and its subsidiaries have',
  params: companyParams,
  body: z.strictObject({
    ...settings,
    /** left out: the one that there is stays, for the same issuer and client */
    clientSecret: z.string().min(1, { error: 'required' }).max(500).optional(),
    ...proof,
  }),
  data: companySignOn,
})

export const removeCompanySignOn = defineCall({
  method: 'POST',
  path: '/companies/{companyId}/signOn/remove',
  access: 'admin',
  secret: true,
  summary: 'Remove a company’s single sign-on; its users log in by password again',
  params: companyParams,
  body: z.strictObject(proof),
  data: companySignOn,
})
