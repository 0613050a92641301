import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { isIssuer, isMailDomain } from '#domain/sign-on.ts'
import { sentence } from '#web/lib/sentence.ts'
import type { CompanySignOn, SignOnBody } from './sign-on.api.ts'

/** Values as typed; '' keeps the stored secret. */
export type SignOnValues = Readonly<ReturnType<typeof signOnValuesOf>>
export type SignOnProblems = Partial<Record<keyof SignOnValues, string>>

export const signOnValuesOf = ({ signOn }: CompanySignOn) => ({
  issuer: signOn?.issuer ?? '',
  clientId: signOn?.clientId ?? '',
  clientSecret: '',
  domains: signOn?.domains.join(', ') ?? '',
  passwordLogin: signOn?.passwordLogin ?? true,
})

export function signOnBodyOf({ issuer, clientId, clientSecret, domains, passwordLogin }: SignOnValues): SignOnBody {
  return {
    issuer: issuer.trim(),
    clientId: clientId.trim(),
    domains: domains
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
    passwordLogin,
    ...(clientSecret !== '' && { clientSecret }),
  }
}

/** Validation errors, by the server's rules. */
export function signOnProblems({ issuer, clientId, clientSecret, domains }: SignOnBody, isNew: boolean): SignOnProblems {
  const required = sentence(ALL_FIELD_SENTENCES.required)
  return {
    ...(!isIssuer(issuer) && { issuer: issuer === '' ? required : sentence(ALL_FIELD_SENTENCES.issuer) }),
    ...(clientId === '' && { clientId: required }),
    ...(isNew && clientSecret === undefined && { clientSecret: required }),
    ...(domains.length === 0 && { domains: required }),
    ...(!domains.every(isMailDomain) && { domains: sentence(ALL_FIELD_SENTENCES.mailDomain) }),
  }
}
