import type { FastifyRequest } from 'fastify'
import type { Services } from '../../context.ts'

/** Paths of what programs call; none is below /api, whose forms are others. */
export const PATHS = {
  mcp: '/mcp',
  /** a screen of the page, where a person consents */
  authorize: '/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const

type Configured = Pick<Services, 'config'>

/** The portal as clients see it: the issuer of tokens. */
export const issuerOf = ({ config }: Configured, request: FastifyRequest): string =>
  new URL(config.PUBLIC_URL ?? `${request.protocol}://${request.host}`).origin

/** What tokens are good for (RFC 8707). */
export const resourceOf = (services: Configured, request: FastifyRequest): string => issuerOf(services, request) + PATHS.mcp

/** Whether a client means this portal's server; a client that says nothing does. */
export const isOurResource = (services: Configured, request: FastifyRequest, resource: string | null | undefined): boolean =>
  !resource || resource.replace(/\/$/, '') === resourceOf(services, request)
