import type { FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'

/** Paths of what programs call; none is below /api, whose forms are others. */
export const PATHS = {
  mcp: '/mcp',
  camara: '/camara',
  /** a screen of the page, where a person consents */
  authorize: '/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const

/** What tokens are good for: agents' for the Model Context Protocol, those of API keys for CAMARA. */
export type Resource = (typeof PATHS)['mcp' | 'camara']

type Configured = Pick<Services, 'config'>

/** The portal as clients see it: the issuer of tokens. */
export const issuerOf = ({ config }: Configured, request: FastifyRequest): string =>
  new URL(config.PUBLIC_URL ?? `${request.protocol}://${request.host}`).origin

/** The address of a resource (RFC 8707). */
export const resourceOf = (services: Configured, request: FastifyRequest, resource: Resource): string =>
  issuerOf(services, request) + resource

/** Whether a client means this resource of the portal; a client that says nothing does. */
export const isOurResource = (
  services: Configured,
  request: FastifyRequest,
  resource: Resource,
  named: string | null | undefined,
): boolean => !named || named.replace(/\/$/, '') === resourceOf(services, request, resource)

/** Where a client finds out how to get a token for a resource (RFC 9728, section 3.1). */
export const resourceMetadata = (resource: Resource): string => `/.well-known/oauth-protected-resource${resource}`

/** The header of an answer to who has no token, or one that is not valid (RFC 6750, section 3; RFC 9728, section 5.1). */
export function challenge(services: Configured, request: FastifyRequest, resource: Resource, isWrong: boolean): string {
  const error = isWrong ? ', error="invalid_token", error_description="The token is not valid, or not any more"' : ''
  return `Bearer resource_metadata="${issuerOf(services, request)}${resourceMetadata(resource)}"${error}`
}

/** The token of a request (RFC 6750, section 2.1). */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w~+/.-]+=*)$/i.exec(headers.authorization ?? '')?.[1]
