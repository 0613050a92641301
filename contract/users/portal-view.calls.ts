import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idField } from '../fields.ts'

export const beginPortalView = defineCall({
  method: 'POST',
  path: '/users/view',
  access: 'admin',
  inSpec: false,
  secret: true,
  isForPeople: true,
  summary:
    'Look at the portal as a user sees it: the login session reads with the user’s rights and changes nothing until it is ended',
  body: z.strictObject({ userId: idField }),
  data: z.null(),
})

export const endPortalView = defineCall({
  method: 'DELETE',
  path: '/users/view',
  access: 'login',
  inSpec: false,
  secret: true,
  isForPeople: true,
  summary: 'See the portal as oneself again',
  data: z.null(),
})
