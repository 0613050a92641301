import { ALL_FIELD_SENTENCES } from '#contract/field-messages.ts'
import { isIssuer, isMailDomain, isSameClient } from '#domain/sign-on.ts'
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

/** Whether no stored secret can be kept: there is none, or it is another client's. */
export const needsSecret = (body: SignOnBody, { signOn }: CompanySignOn): boolean =>
  signOn === null || !isSameClient(body, signOn)

/** Validation errors, by the server's rules. */
export function signOnProblems(body: SignOnBody, before: CompanySignOn): SignOnProblems {
  const { issuer, clientId, clientSecret, domains } = body
  const required = sentence(ALL_FIELD_SENTENCES.required)
  return {
    ...(!isIssuer(issuer) && { issuer: issuer === '' ? required : sentence(ALL_FIELD_SENTENCES.issuer) }),
    ...(clientId === '' && { clientId: required }),
    ...(clientSecret === undefined &&
      needsSecret(body, before) && { clientSecret: before.signOn ? sentence(ALL_FIELD_SENTENCES.secretAgain) : required }),
    ...(domains.length === 0 && { domains: required }),
    ...(!domains.every(isMailDomain) && { domains: sentence(ALL_FIELD_SENTENCES.mailDomain) }),
  }
}
