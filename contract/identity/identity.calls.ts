import { z } from 'zod'
import { defineCall } from '../call.ts'
import { permitField } from '../fields.ts'

export const sessionData = z.object({
  userName: z.string(),
  userLastname: z.string(),
  userEmail: z.string(),
  /** the user's company, or the one below it in which they work */
  clientId: z.number().int(),
  companyName: z.string(),
  /** in which companies the user works: in the only one there is, in all of theirs, or in one of them and those below it */
  worksIn: z.enum(['only', 'all', 'one']),
  /** '1' or '0' */
  canHibernate: z.enum(['0', '1']),
  /** whether the user is an administrator of the root company */
  admin: z.enum(['0', '1']),
  /** the administrator who sees the portal as this user; '' when the user does */
  viewedBy: z.string(),
  menu: z.array(permitField),
  /** what the companies that the user sees call the two own fields of their SIMs; '' where they have no or several names */
  customField1Name: z.string(),
  customField2Name: z.string(),
  /** the name of a popup to show, or '0' */
  popup1: z.string(),
  popup2: z.string(),
})
export type SessionData = z.infer<typeof sessionData>

export const getSession = defineCall({
  method: 'GET',
  path: '/users/session/',
  access: 'login',
  inSpec: true,
  summary: 'Get the current user, company and permits',
  data: sessionData,
})

export const logIn = defineCall({
  method: 'POST',
  path: '/users/session/',
  access: 'public',
  summary: 'Log in by e-mail and password; sets the session cookie',
  body: z.strictObject({ email: z.string().trim().max(254), password: z.string().max(200) }),
  data: sessionData,
})

/** What the page reads before anyone is logged in; part of the configuration, nothing secret. */
export const getClientConfig = defineCall({
  method: 'GET',
  path: '/client-config',
  access: 'public',
  summary: 'Get the installation’s public settings',
  data: z.object({
    supportChatUrl: z.string().nullable(),
    map: z.object({
      /** the world that comes with the portal, a PMTiles archive */
      worldUrl: z.string(),
      /** an archive of this installation, drawn over it */
      archiveUrl: z.string().nullable(),
      archiveAttribution: z.string(),
      /** template of a server of tiles, drawn over it */
      tilesUrl: z.string().nullable(),
    }),
    manualsUrl: z.string().nullable(),
    demo: z.boolean(),
  }),
})

export const getAddress = defineCall({
  method: 'GET',
  path: '/users/address',
  access: 'login',
  inSpec: true,
  summary: 'List countries',
  data: z.array(z.object({ countryId: z.number().int(), countryName: z.string() })),
})
