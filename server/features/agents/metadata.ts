import type { FastifyInstance } from 'fastify'
import { AGENT_SCOPES } from '#domain/agents.ts'
import type { Services } from '../../context.ts'
import { issuerOf, PATHS, resourceOf } from './addresses.ts'

/**
 * Where clients begin: what /mcp is protected by (RFC 9728), and how our authorisation server works (RFC 8414). The first document
 * also stands below the path of /mcp, where RFC 9728 (section 3.1) puts it.
 */
export function registerMetadata(app: FastifyInstance, services: Services): void {
  const resource = '/.well-known/oauth-protected-resource'
  for (const path of [resource, `${resource}${PATHS.mcp}`]) {
    app.get(path, async (request) => ({
      resource: resourceOf(services, request),
      authorization_servers: [issuerOf(services, request)],
      scopes_supported: AGENT_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Enlace',
    }))
  }
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
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: AGENT_SCOPES,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      ui_locales_supported: ['es', 'en'],
    }
  })
}
