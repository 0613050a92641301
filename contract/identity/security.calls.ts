import { z } from 'zod'
import { defineCall } from '../call.ts'
import { bigIdParam, countField, idParam, timeField } from '../fields.ts'
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
  secret: true,
  summary: 'Log in with a second factor, after the code second_factor_required; sets the session cookie',
  body: z.strictObject({ code: codeField }),
  data: sessionData,
})

export const beginLoginEnrolment = defineCall({
  method: 'POST',
  path: '/users/session/secondFactor/begin',
  access: 'public',
  secret: true,
  summary: 'Create the secret of an authenticator app, after the code second_factor_enrolment',
  body: z.strictObject({}),
  data: appSecret,
})

export const finishLoginEnrolment = defineCall({
  method: 'POST',
  path: '/users/session/secondFactor/confirm',
  access: 'public',
  secret: true,
  summary: 'Confirm the authenticator app by its first code; sets the session cookie and returns recovery codes',
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
  isForPeople: true,
  summary: 'Get your second factor: whether it is on, and the number of recovery codes left',
  data: secondFactorData,
})

export const beginSecondFactor = defineCall({
  method: 'POST',
  path: '/users/secondFactor/begin',
  access: 'login',
  isForPeople: true,
  secret: true,
  summary: 'Create the secret of a new authenticator app; requires a code when a second factor is on',
  body: z.strictObject(proof),
  data: appSecret,
})

export const confirmSecondFactor = defineCall({
  method: 'POST',
  path: '/users/secondFactor/confirm',
  access: 'login',
  isForPeople: true,
  secret: true,
  summary: 'Confirm the new authenticator app by a code; returns recovery codes and removes the previous app',
  body: z.strictObject({ code: codeField }),
  data: z.object({ recoveryCodes }),
})

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/users/secondFactor/recoveryCodes',
  access: 'login',
  isForPeople: true,
  secret: true,
  summary: 'Create ten recovery codes; earlier ones stop working',
  body: z.strictObject(proof),
  data: z.object({ recoveryCodes }),
})

export const removeSecondFactor = defineCall({
  method: 'POST',
  path: '/users/secondFactor/remove',
  access: 'login',
  isForPeople: true,
  secret: true,
  summary: 'Turn off your second factor, unless the company requires one',
  body: z.strictObject(proof),
  data: z.null(),
})

export const resetSecondFactor = defineCall({
  method: 'POST',
  path: '/users/secondFactor/reset/{userId}',
  access: 'users',
  isForPeople: true,
  summary: 'Reset a user’s second factor and end their sessions',
  params: z.strictObject({ userId: idParam }),
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
  isForPeople: true,
  summary: 'List your open sessions, last active first',
  data: z.array(loginSession),
})

export const endLoginSession = defineCall({
  method: 'POST',
  path: '/users/sessions/{sessionId}/end',
  access: 'login',
  isForPeople: true,
  secret: true,
  summary: 'End one of your sessions; requires the password, or a code after single sign-on',
  params: z.strictObject({ sessionId: bigIdParam }),
  body: z.strictObject(proof),
  data: z.null(),
})

export const endOtherLoginSessions = defineCall({
  method: 'POST',
  path: '/users/sessions/end',
  access: 'login',
  isForPeople: true,
  secret: true,
  summary: 'End all your other sessions; requires the password, or a code after single sign-on',
  body: z.strictObject(proof),
  data: z.object({ ended: countField }),
})
