import { z } from 'zod'
import { defineCall } from '../call.ts'
import { countField, timeField } from '../fields.ts'
import { sessionData } from './identity.calls.ts'

/**
 * How a person proves who they are: the second step of logging in, the app that makes codes with its recovery codes, and the login
 * sessions that are open. What holds a secret is never kept for a repeated request.
 */

/** six digits of the app, or a recovery code */
const codeField = z.string().trim().min(1, { error: 'required' }).max(40)
const passwordField = z.string().max(200)

/** Once more who one is; the password is not asked of those who signed on at their company's provider. */
const proof = { password: passwordField.optional(), code: codeField.optional() }

const appSecret = z.object({
  /** base32, as people type it */
  secret: z.string(),
  /** the same as an otpauth address, for a QR code */
  address: z.string(),
})
export type AppSecret = z.infer<typeof appSecret>

/** shown this once; the portal keeps only their hashes */
const recoveryCodes = z.array(z.string())

export const logInWithCode = defineCall({
  method: 'POST',
  path: '/users/session/secondFactor',
  access: 'public',
  inSpec: false,
  secret: true,
  summary: 'The second step of logging in, after the code second_factor_required; sets the session cookie',
  body: z.strictObject({ code: codeField }),
  data: sessionData,
})

export const beginLoginEnrolment = defineCall({
  method: 'POST',
  path: '/users/session/secondFactor/begin',
  access: 'public',
  inSpec: false,
  secret: true,
  summary: 'After the code second_factor_enrolment: a secret for an app that makes codes',
  body: z.strictObject({}),
  data: appSecret,
})

export const finishLoginEnrolment = defineCall({
  method: 'POST',
  path: '/users/session/secondFactor/confirm',
  access: 'public',
  inSpec: false,
  secret: true,
  summary: 'Confirms that app by its first code; sets the session cookie and gives recovery codes',
  body: z.strictObject({ code: codeField }),
  data: z.object({ session: sessionData, recoveryCodes }),
})

const secondFactorData = z.object({
  /** since when there is one; null without one */
  confirmedAt: timeField.nullable(),
  recoveryCodesLeft: countField,
  /** the company requires one of all users */
  isRequired: z.boolean(),
  /** whether changes ask for the password: not of those who signed on at their company's provider */
  asksPassword: z.boolean(),
})
export type SecondFactorData = z.infer<typeof secondFactorData>

export const getSecondFactor = defineCall({
  method: 'GET',
  path: '/users/secondFactor',
  access: 'login',
  inSpec: false,
  isForPeople: true,
  summary: 'Whether one has a second factor, and how many recovery codes are left',
  data: secondFactorData,
})

export const beginSecondFactor = defineCall({
  method: 'POST',
  path: '/users/secondFactor/begin',
  access: 'login',
  inSpec: false,
  isForPeople: true,
  secret: true,
  summary: 'A secret for an app that makes codes; with a second factor already, its code is asked for',
  body: z.strictObject(proof),
  data: appSecret,
})

export const confirmSecondFactor = defineCall({
  method: 'POST',
  path: '/users/secondFactor/confirm',
  access: 'login',
  inSpec: false,
  isForPeople: true,
  secret: true,
  summary: 'Confirms that app by a code; gives recovery codes, and any other app is forgotten',
  body: z.strictObject({ code: codeField }),
  data: z.object({ recoveryCodes }),
})

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/users/secondFactor/recoveryCodes',
  access: 'login',
  inSpec: false,
  isForPeople: true,
  secret: true,
  summary: 'Ten new recovery codes; those before are worth nothing any more',
  body: z.strictObject(proof),
  data: z.object({ recoveryCodes }),
})

export const removeSecondFactor = defineCall({
  method: 'POST',
  path: '/users/secondFactor/remove',
  access: 'login',
  inSpec: false,
  isForPeople: true,
  secret: true,
  summary: 'Gives the second factor up, where the company does not want one',
  body: z.strictObject(proof),
  data: z.null(),
})

export const resetSecondFactor = defineCall({
  method: 'POST',
  path: '/users/secondFactor/reset/{userId}',
  access: 'users',
  inSpec: false,
  isForPeople: true,
  summary: 'Takes the second factor from somebody who has lost it, and ends their login sessions',
  params: z.strictObject({ userId: z.coerce.number().int().min(1).max(2_147_483_647) }),
  data: z.null(),
})

const loginSession = z.object({
  sessionId: z.number().int(),
  /** as far as they are known */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  openedAt: timeField,
  /** to the minute */
  lastSeenAt: timeField,
  /** the one that asks */
  isThis: z.boolean(),
})
export type LoginSession = z.infer<typeof loginSession>

export const listLoginSessions = defineCall({
  method: 'GET',
  path: '/users/sessions',
  access: 'login',
  inSpec: false,
  isForPeople: true,
  summary: 'The login sessions of oneself that are open, the last seen first',
  data: z.array(loginSession),
})

export const endLoginSession = defineCall({
  method: 'POST',
  path: '/users/sessions/{sessionId}/end',
  access: 'login',
  inSpec: false,
  isForPeople: true,
  secret: true,
  summary: 'Ends one of them; asks for the password, or a code of those who signed on at a provider',
  params: z.strictObject({ sessionId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  body: z.strictObject(proof),
  data: z.null(),
})

export const endOtherLoginSessions = defineCall({
  method: 'POST',
  path: '/users/sessions/end',
  access: 'login',
  inSpec: false,
  isForPeople: true,
  secret: true,
  summary: 'Ends all of them but this one; asks for the same',
  body: z.strictObject(proof),
  data: z.object({ ended: countField }),
})
