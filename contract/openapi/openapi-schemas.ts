import { z } from 'zod'
import { ERROR_STATUS } from '../envelope.ts'
import type { Column, ListCodec } from '../list-codec.ts'

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has them. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly $ref?: string
}

/** What a caller may send. Rules that no schema can express are in the sentence of the error. */
export function sentSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as JsonSchema
}

/** The response. Fields may be added, so a reader ignores unknown ones. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return rest as JsonSchema
}

const CELL_TYPES: Readonly<Record<string, JsonSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
}

/** A cell of a list. */
export function cellSchema({ kind, isNullable }: Column<unknown>): JsonSchema {
  const schema = CELL_TYPES[kind] ?? {}
  return isNullable ? { ...schema, type: [String(schema.type), 'null'] } : schema
}

/** A file. Generators of clients make a type of it by this format; of a schema without a type they make `unknown`. */
export const BYTES: JsonSchema = { type: 'string', format: 'binary' }

/**
 * A list in its JSON form: an array of arrays, the header first. That the header is the first alone stands in words: by
 * `prefixItems` beside `items` generators take the list for a pair.
 */
export function listSchema({ columns, names }: ListCodec): JsonSchema {
  const cells = names.map((name) => ({ ...cellSchema(columns[name] as Column<unknown>), description: name }))
  const row: JsonSchema = { type: 'array', prefixItems: cells, items: {}, minItems: cells.length, maxItems: cells.length }
  const header: JsonSchema = { type: 'array', items: { type: 'string', enum: [...names] } }
  return { type: 'array', minItems: 1, items: { anyOf: [header, row] }, description: 'The names of the columns, then the rows' }
}

/** A success around its data. */
export const envelopeOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['status', 'data', 'message', 'error'],
  properties: {
    status: { const: true },
    data,
    message: { type: 'string', description: 'A text for the user, in the language of Accept-Language; may be empty' },
    error: { type: 'null' },
  },
})

/** Every cause of a failure that has this HTTP status. */
export const codesOf = (status: number): string[] =>
  Object.entries(ERROR_STATUS).flatMap(([code, its]) => (its === status ? [code] : []))

/** The failure of a call: why, for a person and for a program. */
export const failureSchema: JsonSchema = {
  type: 'object',
  required: ['status', 'data', 'message', 'error', 'code', 'requestId'],
  properties: {
    status: { const: false },
    data: { type: 'null' },
    message: { type: 'string' },
    error: { type: 'string', description: 'A text for the user, in the language of Accept-Language' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'The cause, for programs; stable' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The problem of each invalid field, by name',
    },
    requestId: { type: 'string', description: 'To quote to support; also the header x-request-id' },
  },
}
