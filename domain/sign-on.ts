import { isEmail } from './email.ts'

/** Why a sign-on at a company's own identity provider failed. */
export const SIGN_ON_FAILURES = [
  /** no company uses sign-on for that domain */
  'unknown_domain',
  /** the provider does not answer, or is misconfigured */
  'unreachable',
  /** the provider or the person denied it */
  'refused',
  /** it expired, or was started in another browser */
  'expired',
  /** the provider's answer is invalid: signature, nonce, code … */
  'invalid',
  /** the provider has not verified the e-mail address */
  'email_not_verified',
  /** an address of another domain than the company's */
  'wrong_domain',
  /** there is no user with that address in the company */
  'unknown_user',
  /** the address was linked to another account of the provider before */
  'other_identity',
] as const
export type SignOnFailure = (typeof SIGN_ON_FAILURES)[number]

/** Whether a text, such as a query parameter, names a failure. */
export const isSignOnFailure = (text: string | undefined): text is SignOnFailure =>
  SIGN_ON_FAILURES.some((failure) => failure === text)

/** The domain of an e-mail address in lower case; undefined when the text is not an address. */
export function domainOf(email: string): string | undefined {
  const trimmed = email.trim()
  return isEmail(trimmed) ? trimmed.slice(trimmed.lastIndexOf('@') + 1).toLowerCase() : undefined
}

const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Whether the text is a valid mail domain, such as 'andes.cl'; at most 253 characters (RFC 1035 section 2.3.4). */
export function isMailDomain(text: string): boolean {
  const labels = text.split('.')
  return text.length <= 253 && labels.length > 1 && labels.every((label) => LABEL.test(label))
}

interface ProviderClient {
  readonly issuer: string
  readonly clientId: string
}

/** Whether two settings name the same client of the same provider; the secret of one is sent to no other. */
export const isSameClient = (one: ProviderClient, other: ProviderClient): boolean =>
  one.issuer === other.issuer && one.clientId === other.clientId

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether the address is a valid OpenID issuer: https without query or fragment (OpenID Connect Discovery section 4.1);
 * plain http only on this machine, for trials.
 */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  const isBare = search === '' && hash === '' && username === '' && password === ''
  return isBare && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname)))
}
