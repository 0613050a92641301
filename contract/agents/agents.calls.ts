import { z } from 'zod'
import { AGENT_SCOPES } from '#domain/agents.ts'
import { defineCall } from '../call.ts'
import { idParam, timeField } from '../fields.ts'

/**
 * Programs that a person lets act for them, by OAuth 2.1: what the page that asks for consent and the security dialog need. What the
 * programs themselves call (/oauth/…, /.well-known/…, /mcp) has the forms of OAuth and of the Model Context Protocol, not of this API.
 */

const scopeField = z.enum(AGENT_SCOPES)

/** The parameters with which a client sends the person to the page of consent (OAuth 2.1, section 4.1.1), as they are in its address. */
const requestBody = {
  response_type: z.string().max(40).describe('Always code').optional(),
  client_id: z.string().max(500).describe('The client, as it is registered, or the address of its description'),
  redirect_uri: z.string().max(500).describe('Where the client receives the answer').optional(),
  code_challenge: z.string().max(200).describe('SHA-256 of the client’s verifier (PKCE)').optional(),
  code_challenge_method: z.string().max(40).describe('Always S256').optional(),
  scope: z.string().max(500).describe('What the client wants to do; all when it says nothing').optional(),
  state: z.string().max(2000).describe('Goes back to the client as it is').optional(),
  resource: z.string().max(500).describe('The server that the client wants to use: this portal’s /mcp').optional(),
}

export const readAgentRequest = defineCall({
  method: 'POST',
  path: '/agents/request',
  access: 'login',
  isForPeople: true,
  changes: false,
  summary: 'Get what a program that sends a person here for consent (OAuth 2.1) wants to do, and who it is',
  body: z.strictObject(requestBody),
  data: z.object({
    /** where the browser goes at once, when the request can be answered only by an error to the client; else null */
    redirect: z.string().nullable(),
    /** what it calls itself */
    clientName: z.string(),
    /** the host of the address at which it describes itself; null: it has registered, and its name is not checked */
    clientHost: z.string().nullable(),
    /** to whom the answer goes */
    redirectHost: z.string(),
    /** the answer goes to a program on the person’s own machine */
    isLoopback: z.boolean(),
    scopes: z.array(scopeField),
  }),
})

export const decideAgentRequest = defineCall({
  method: 'POST',
  path: '/agents',
  access: 'login',
  isForPeople: true,
  secret: true,
  summary: 'Allow a program to act for you within scopes, or refuse; returns the address to which the browser takes the answer',
  body: z.strictObject({
    ...requestBody,
    allow: z.boolean().describe('false refuses'),
    scopes: z.array(scopeField).max(AGENT_SCOPES.length).describe('Of those asked for, what it may do'),
  }),
  data: z.object({ redirect: z.string() }),
})

const agent = z.object({
  agentId: z.number().int(),
  name: z.string(),
  redirectHost: z.string(),
  scopes: z.array(scopeField),
  allowedAt: timeField,
  /** to the minute */
  lastUsedAt: timeField.nullable(),
  lastAddress: z.string(),
})
export type AgentData = z.infer<typeof agent>

export const listAgents = defineCall({
  method: 'GET',
  path: '/agents',
  access: 'login',
  isForPeople: true,
  summary: 'List the programs that may act for you, newest first',
  data: z.array(agent),
})

export const endAgent = defineCall({
  method: 'POST',
  path: '/agents/{agentId}/end',
  access: 'login',
  isForPeople: true,
  summary: 'Take back what you allowed a program; it is refused at once',
  params: z.strictObject({ agentId: idParam }),
  data: z.null(),
})
