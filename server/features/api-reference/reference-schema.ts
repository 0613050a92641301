import type { JsonSchema } from '#contract/openapi/openapi-schemas.ts'
import { type Html, html } from './html.ts'
import type { ReferenceWords } from './reference-words.ts'

const range = (least: number | undefined, most: number | undefined): string[] => {
  // the bounds of a double are not constraints
  const known = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  if (known(least) && known(most)) return [`${least}–${most}`]
  return [...(known(least) ? [`≥ ${least}`] : []), ...(known(most) ? [`≤ ${most}`] : [])]
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.type === 'array') return schema.items ? `${typeOf(schema.items)}[]` : 'array'
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' | ') ?? 'any')
  return schema.format && type === 'string' ? schema.format : type
}

const rulesOf = (schema: JsonSchema): string[] => [
  ...range(schema.minimum, schema.maximum),
  ...range(schema.minLength, schema.maxLength).map((rule) => (schema.format ? '' : `${rule} ch.`)),
  ...range(schema.minItems, schema.maxItems).map((rule) => `[${rule}]`),
  ...(schema.pattern && !schema.format ? [schema.pattern] : []),
  ...(schema.default === undefined ? [] : [`= ${JSON.stringify(schema.default)}`]),
]

/** The object schema within arrays and unions. */
function fieldsWithin(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema
  if (schema.items) return fieldsWithin(schema.items)
  return schema.anyOf?.map(fieldsWithin).find((found) => found !== undefined)
}

interface SchemaView {
  readonly words: ReferenceWords
  /** of a request: only its fields are marked as required */
  readonly isSent: boolean
}

function field(name: string, schema: JsonSchema, isRequired: boolean, { words, isSent }: SchemaView): Html {
  const rules = rulesOf(schema).filter(Boolean).join(' · ')
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span>${
    isSent && isRequired && html` <span class="req">${words.required}</span>`
  }${rules && html` <span class="rules">${rules}</span>`}${
    schema.description && html` <span class="about">${schema.description}</span>`
  }${fieldList(schema, { words, isSent })}</li>`
}

/** The fields of a value with type and rules, nested ones indented. */
function fieldList(schema: JsonSchema, view: SchemaView): Html {
  const { properties = {}, required = [] } = fieldsWithin(schema) ?? {}
  const rows = Object.entries(properties).map(([name, its]) => field(name, its, required.includes(name), view))
  return rows.length > 0 ? html`<ul class="fields">${rows}</ul>` : html``
}

/** A value's fields, or its type where it has none. */
export function valueFields(schema: JsonSchema, view: SchemaView): Html {
  const type = fieldsWithin(schema) && schema.type !== 'array' ? '' : typeOf(schema)
  return html`${type && html`<p class="type">${type}</p>`}${fieldList(schema, view)}`
}

/** One parameter of a call, as a field. */
export const parameterField = field
