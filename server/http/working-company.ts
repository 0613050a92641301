import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { clearCookie, type Http, readCookie, setCookie } from './cookies.ts'

/** The company in which the person works: sent with every request, so that no screen can leave it out. */
const COOKIE = 'enlace_company'

type Configured = Pick<Services, 'config'>

/** It counts in the session in which it was chosen, and in no other one of the browser. */
const valueFor = (token: string, companyId: number): string =>
  `${companyId}.${createHmac('sha256', token).update(`company ${companyId}`).digest('base64url')}`

/** @param token of the login session */
export function workingCompanyOf(services: Configured, request: FastifyRequest, token = ''): number | undefined {
  const value = readCookie(services, request, COOKIE)
  const [, digits] = /^(\d{1,9})\./.exec(value ?? '') ?? []
  return digits !== undefined && value === valueFor(token, Number(digits)) ? Number(digits) : undefined
}

interface Choice {
  readonly token: string
  readonly companyId: number
  readonly maxAgeS: number
}

export function writeWorkingCompany(services: Configured, http: Http, { token, companyId, maxAgeS }: Choice): void {
  setCookie(services, http, { name: COOKIE, value: valueFor(token, companyId), maxAgeS })
}

export function clearWorkingCompany(services: Configured, http: Http): void {
  if (readCookie(services, http.request, COOKIE) !== undefined) clearCookie(services, http, COOKIE)
}
