import { z } from 'zod'
import {
  type FieldProblems,
  LINK_PURPOSES,
  newPasswordProblems,
  PROFILE_LENGTHS,
  passwordChangeProblems,
  profileProblems,
} from '#domain/account.ts'
import { isEmail } from '#domain/email.ts'
import { defineCall } from '../call.ts'

/** What is wrong by a rule of the domain, as the form says it too; each problem is the name of a sentence. */
function addIssues<Form>(problems: FieldProblems<Form, string>, context: z.RefinementCtx): void {
  for (const [field, problem] of Object.entries<string | undefined>(problems)) {
    if (problem) context.addIssue({ code: 'custom', path: [field], message: problem })
  }
}

const text = (field: keyof typeof PROFILE_LENGTHS) => z.string().trim().max(PROFILE_LENGTHS[field])
const passwordField = z.string().max(200)
/** of those who have a second factor: six digits of the app, or a recovery code */
const codeField = z.string().trim().min(1, { error: 'required' }).max(40).optional()

const profileData = z.object({
  userName: z.string(),
  userLastname: z.string(),
  userEmail: z.string(),
  userCountryId: z.number().int().nullable(),
  userCity: z.string(),
  userAddress: z.string(),
  companyName: z.string(),
  userPhone: z.string(),
})
export type ProfileData = z.infer<typeof profileData>

export const getProfile = defineCall({
  method: 'GET',
  path: '/users/profile',
  access: 'login',
  inSpec: true,
  isForPeople: true,
  summary: 'Get your account',
  data: profileData,
})

export const saveProfile = defineCall({
  method: 'PUT',
  path: '/users/profile',
  access: 'login',
  inSpec: true,
  isForPeople: true,
  secret: true,
  summary: 'Change your account; a new e-mail requires the current password, and a code when a second factor is on',
  body: z
    .strictObject({
      userName: text('userName'),
      userLastname: text('userLastname'),
      userEmail: text('userEmail'),
      userCountryId: z.number().int().min(1).max(32_767).nullable(),
      userCity: text('userCity').default(''),
      userAddress: text('userAddress').default(''),
      /** read-only: accepted and ignored */
      companyName: z.string().max(400).optional(),
      userPhone: text('userPhone').default(''),
      passCurrent: passwordField.optional(),
      code: codeField,
    })
    .superRefine((profile, context) => addIssues(profileProblems(profile), context)),
  data: profileData,
})

export const changePassword = defineCall({
  method: 'PUT',
  path: '/users/password',
  access: 'login',
  inSpec: true,
  isForPeople: true,
  secret: true,
  summary: 'Change your password and end your other sessions',
  body: z
    .strictObject({ passCurrent: passwordField, code: codeField, newPassword: passwordField, repeatNewPassword: passwordField })
    .superRefine((form, context) => addIssues(passwordChangeProblems(form), context)),
  data: z.null(),
})

export const askRestore = defineCall({
  method: 'POST',
  path: '/users/restorePassword',
  access: 'public',
  summary: 'Request an e-mail with a link to reset the password; the response is the same whether or not the user exists',
  body: z.strictObject({
    email: z.string().trim().min(1, { error: 'required' }).max(254).refine(isEmail, { error: 'email' }),
  }),
  data: z.null(),
})

export const checkLink = defineCall({
  method: 'GET',
  path: '/users/restoreEmail/{token}',
  access: 'public',
  inSpec: true,
  secret: true,
  summary: 'Get whose password an e-mailed link sets; HTTP 404 once it has expired or been used',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  data: z.object({ userEmail: z.string(), purpose: z.enum(LINK_PURPOSES) }),
})
export type LinkData = z.infer<(typeof checkLink)['data']>

export const restorePassword = defineCall({
  method: 'PUT',
  path: '/users/restorePassword',
  access: 'public',
  secret: true,
  summary: 'Set a password by an e-mailed link, once; ends all sessions of the user',
  body: z
    .strictObject({ token: z.string().min(1).max(200), newPassword: passwordField, repeatNewPassword: passwordField })
    .superRefine((form, context) => addIssues(newPasswordProblems(form), context)),
  data: z.null(),
})
