import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { type Ask, Refused } from './ask.ts'
import type { Tool, ToolResource } from './tool.ts'

const SCHEME = 'enlace://'
/** The variable of each template, as `{id}`. */
const VARIABLE = 'id'

/**
 * Registers what a tool answers about one thing as a resource, which a person can attach to a conversation by its address. It is read by
 * the tool itself, so that the two never differ.
 */
export function registerResource<S extends z.ZodObject>(server: McpServer, ask: Ask, tool: Tool<S>): void {
  const { resource, name, title } = tool
  if (!resource) return
  const template = new ResourceTemplate(`${SCHEME}${resource.folder}/{${VARIABLE}}`, { list: listOf(resource, ask) })
  const { description, mimeType } = resource
  server.registerResource(name, template, { title, description, mimeType }, async (uri, { [VARIABLE]: id }) => {
    const input = tool.input.safeParse(resource.inputOf(String(id)))
    if (!input.success) throw new ResourceNotFoundError(uri.href)
    const answer = await answerOf(tool, ask, input.data, uri)
    const text = resource.textOf?.(answer) ?? JSON.stringify(answer)
    return { contents: [{ uri: uri.href, mimeType, text }] }
  })
}

async function answerOf<S extends z.ZodObject>(tool: Tool<S>, ask: Ask, input: z.output<S>, uri: URL): Promise<object> {
  try {
    return await tool.run(ask, input)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'not_found') throw new ResourceNotFoundError(uri.href)
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message)
  }
}

function listOf({ folder, mimeType, entries }: ToolResource, ask: Ask) {
  if (!entries) return undefined
  return () => ({
    resources: entries(ask).map(({ id, title, description }) => ({
      ...{ uri: `${SCHEME}${folder}/${id}`, name: `${folder}/${id}`, title, description, mimeType },
    })),
  })
}
