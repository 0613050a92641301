import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idField } from '../fields.ts'

export const beginPortalView = defineCall({
  method: 'POST',
  path: '/users/view',
  access: 'admin',
  secret: true,
  isForPeople: true,
  summary: 'Start viewing the portal as a user: the session has the user’s rights, read-only, until it is ended',
  body: z.strictObject({ userId: idField }),
  data: z.null(),
})

export const endPortalView = defineCall({
  method: 'DELETE',
  path: '/users/view',
  access: 'login',
  secret: true,
  isForPeople: true,
  summary: 'Stop viewing the portal as a user',
  data: z.null(),
})
