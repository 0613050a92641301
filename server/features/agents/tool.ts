import { z } from 'zod'
import { cursorField, iccField } from '#contract/fields.ts'
import type { AgentScope } from '#domain/agents.ts'
import type { Permit } from '#domain/permits.ts'
import type { Ask } from './ask.ts'

/** What a tool answers about one thing, under an address of its own. */
export interface ToolResource {
  /** the address is `enlace://<folder>/<id>` */
  readonly folder: string
  readonly description: string
  readonly mimeType: 'application/json' | 'text/markdown'
  /** makes the tool's input from an id; it is validated like every other input */
  readonly inputOf: (id: string) => object
  /** of the tool's answer; JSON without it */
  readonly textOf?: (answer: object) => string
  /** all of them, where they are few */
  readonly entries?: (ask: Ask) => readonly ResourceEntry[]
}

interface ResourceEntry {
  readonly id: string
  readonly title: string
  readonly description: string
}

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
  readonly resource?: ToolResource
  readonly run: (ask: Ask, input: z.output<S>) => Promise<object>
}

export const defineTool = <S extends z.ZodObject>(tool: Tool<S>): Tool => tool as unknown as Tool

export const onSim = z.strictObject({ icc: iccField.describe('ICC of the SIM: 18 to 20 digits') })

const limit = z.number().int().min(1).max(100).default(20).describe('Rows in a page')

/** Which page of a list, and how long. */
export const page = { limit, cursor: cursorField }

/** A number of the portal, such as that of an invoice. */
export const rowNumberField = z.number().int().positive().max(2_147_483_647)
