import type { FastifyInstance } from 'fastify'
import { AGENT_SCOPES } from '#domain/agents.ts'
import { CAMARA_SCOPE_NAMES } from '#domain/camara-scopes.ts'
import type { Services } from '#server/context.ts'
import { issuerOf, PATHS, type Resource, resourceMetadata, resourceOf } from '#server/http/oauth-addresses.ts'
import { GRANT_TYPES } from './issue-tokens.ts'

/** Agents have no secret, API keys are one. */
const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post']

/**
 * Where clients begin: what /mcp and /camara are protected by (RFC 9728), and how our authorisation server works (RFC 8414). That of /mcp
 * also stands where it would without a path: clients try that, too.
 */
export function registerMetadata(app: FastifyInstance, services: Services): void {
  const describe = (path: string, resource: Resource, scopes: readonly string[]) =>
    app.get(path, async (request) => ({
      resource: resourceOf(services, request, resource),
      authorization_servers: [issuerOf(services, request)],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Enlace',
    }))
  describe('/.well-known/oauth-protected-resource', PATHS.mcp, AGENT_SCOPES)
  describe(resourceMetadata(PATHS.mcp), PATHS.mcp, AGENT_SCOPES)
  describe(resourceMetadata(PATHS.camara), PATHS.camara, CAMARA_SCOPE_NAMES)
  app.get('/.well-known/oauth-authorization-server', async (request) => {
    const issuer = issuerOf(services, request)
    return {
      issuer,
      authorization_endpoint: issuer + PATHS.authorize,
      token_endpoint: issuer + PATHS.token,
      registration_endpoint: issuer + PATHS.register,
      revocation_endpoint: issuer + PATHS.revoke,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: GRANT_TYPES,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: AUTH_METHODS,
      revocation_endpoint_auth_methods_supported: AUTH_METHODS,
      scopes_supported: [...AGENT_SCOPES, ...CAMARA_SCOPE_NAMES],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      ui_locales_supported: ['es', 'en'],
    }
  })
}
