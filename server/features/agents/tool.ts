import type { z } from 'zod'
import type { AgentScope } from '#domain/agents.ts'
import type { Permit } from '#domain/permits.ts'
import type { Ask } from './ask.ts'

/** What an agent can ask for, in a model's terms. */
export interface Tool<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  /** for the model: what it gets, and when to use it */
  readonly description: string
  /** null: any */
  readonly scope: AgentScope | null
  /** without it the person would be refused: the tool is not offered */
  readonly permit?: Permit
  readonly input: S
  /** it stores a draft; all others only read */
  readonly drafts?: boolean
  readonly run: (ask: Ask, input: z.output<S>) => Promise<object>
}

export const defineTool = <S extends z.ZodObject>(tool: Tool<S>): Tool => tool as unknown as Tool
