import { isEmail } from './email.ts'

/** Why a sign-on at a company's own provider has not led in. */
export const SIGN_ON_FAILURES = [
  /** no company signs on with that domain */
  'unknown_domain',
  /** the provider does not answer, or is set up wrongly */
  'unreachable',
  /** the provider or the person has said no */
  'refused',
  /** too much time has passed, or it was begun in another browser */
  'expired',
  /** the provider's answer does not hold: signature, nonce, code … */
  'invalid',
  /** the provider does not vouch for the e-mail address */
  'email_not_verified',
  /** an address of another domain than the company's */
  'wrong_domain',
  /** nobody here has that address, or not in that company */
  'unknown_user',
  /** the address was another account's of the provider before */
  'other_identity',
] as const
export type SignOnFailure = (typeof SIGN_ON_FAILURES)[number]

/** Whether a text, such as one in an address, names a failure. */
export const isSignOnFailure = (text: string | undefined): text is SignOnFailure =>
  SIGN_ON_FAILURES.some((failure) => failure === text)

/** The domain of an e-mail address in lower case; undefined when it is none. */
export function domainOf(email: string): string | undefined {
  const trimmed = email.trim()
  return isEmail(trimmed) ? trimmed.slice(trimmed.lastIndexOf('@') + 1).toLowerCase() : undefined
}

const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/** Whether the text is a domain that addresses can have, such as 'andes.cl'; at most 253 characters (RFC 1035 section 2.3.4). */
export function isMailDomain(text: string): boolean {
  const labels = text.split('.')
  return text.length <= 253 && labels.length > 1 && labels.every((label) => LABEL.test(label))
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether the address can be an OpenID provider's: https without query or fragment (OpenID Connect Discovery section 4.1);
 * plain http only on this machine, to try it out.
 */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  const isBare = search === '' && hash === '' && username === '' && password === ''
  return isBare && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname)))
}
