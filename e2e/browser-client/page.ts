/** A client of the Model Context Protocol that is a page of another site: it finds its way in and shows which tools it may use. */
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'

const portal = sessionStorage.portal ?? new URL(location.href).searchParams.get('portal') ?? ''
sessionStorage.portal = portal
const callback = `${location.origin}/callback`

const kept = (name: string) => (sessionStorage[name] === undefined ? undefined : JSON.parse(sessionStorage[name]))
const keep = (name: string) => (value: unknown) => {
  sessionStorage[name] = JSON.stringify(value)
}
const provider: OAuthClientProvider = {
  redirectUrl: callback,
  clientMetadata: { client_name: 'Inspector', redirect_uris: [callback], token_endpoint_auth_method: 'none' },
  clientInformation: () => kept('client'),
  saveClientInformation: keep('client'),
  tokens: () => kept('tokens'),
  saveTokens: keep('tokens'),
  codeVerifier: () => kept('verifier'),
  saveCodeVerifier: keep('verifier'),
  discoveryState: () => kept('discovery'),
  saveDiscoveryState: keep('discovery'),
  redirectToAuthorization: (address) => location.assign(address),
}
const transport = () => new StreamableHTTPClientTransport(new URL('/mcp', portal), { authProvider: provider })

async function show(): Promise<string> {
  if (location.pathname === '/callback') await transport().finishAuth(new URLSearchParams(location.search))
  const client = new Client({ name: 'inspector', version: '1' })
  await client.connect(transport())
  const { tools } = await client.listTools()
  const found = await client.callTool({ name: 'find_sims', arguments: { limit: 2 } })
  const [content] = found.content as { text: string }[]
  return `${tools.length} tools, ${JSON.parse(content?.text ?? '{}').rows.length} SIMs`
}

show().then(
  (text) => {
    document.body.textContent = text
  },
  (error: unknown) => {
    if (!(error instanceof UnauthorizedError)) document.body.textContent = String(error)
  },
)
