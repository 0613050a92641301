import type { OpenApiAnswer, Operation, Parameter } from '#contract/openapi/openapi.ts'
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
function valueFields(schema: JsonSchema, view: SchemaView): Html {
  const type = fieldsWithin(schema) && schema.type !== 'array' ? '' : typeOf(schema)
  return html`${type && html`<p class="type">${type}</p>`}${fieldList(schema, view)}`
}

export interface ReferenceCall {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

function accessOf({ 'x-access': access, security }: Operation, { access: words }: ReferenceWords): Html {
  if (access === 'public') return html`${words.public}`
  if (access === 'admin') return html`${words.admin}`
  if (!security.some((way) => way.companyKey)) return html`${words.people}`
  return access === 'login' ? html`${words.login}` : html`${words.permit} <code>${access}</code>`
}

function parameters(all: readonly Parameter[], place: Parameter['in'], title: string, words: ReferenceWords): Html {
  const its = all.filter((one) => one.in === place)
  if (its.length === 0) return html``
  const rows = its.map(({ name, required, description, schema }) =>
    field(name, { ...schema, ...(description && { description }) }, required, { words, isSent: true }),
  )
  return html`<h4>${title}</h4><ul class="fields">${rows}</ul>`
}

function requestBodyOf({ requestBody }: Operation, words: ReferenceWords): Html {
  if (!requestBody) return html``
  const contents = Object.entries(requestBody.content).map(
    ([type, { schema }]) => html`<p class="media"><code>${type}</code></p>${valueFields(schema, { words, isSent: true })}`,
  )
  return html`<h4>${words.body}</h4>${contents}`
}

/** The data within the envelope, or the whole body without one. */
function responseBody(type: string, { properties, description }: JsonSchema, words: ReferenceWords): Html {
  const { data } = properties ?? {}
  // the TSV form lists the columns
  const isList = data?.items?.anyOf?.some(({ prefixItems }) => prefixItems)
  const about = isList ? '[[…], …]' : description
  return html`<p class="media"><code>${type}</code></p>${about && html`<p class="about">${about}</p>`}${
    data &&
    !isList &&
    html`<ul class="fields"><li><code class="name">data</code>${valueFields(data, { words, isSent: false })}</li></ul>`
  }`
}

function responsesOf({ responses }: Operation, words: ReferenceWords): Html {
  const success = responses[200] as OpenApiAnswer
  const contents = Object.entries(success.content ?? {}).map(([type, { schema }]) => responseBody(type, schema, words))
  const failures = Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? [html`<a href="#failure-${status}">${status}</a> `] : [],
  )
  return html`<h4>${words.response}</h4>${contents}<h4>${words.errors}</h4><p class="failures">${failures}</p>`
}

/** The text that the search matches: path, name, summary and field names. */
const searchTextOf = ({ method, path, operation }: ReferenceCall): string =>
  [
    method,
    path,
    operation.operationId,
    operation.summary,
    operation['x-access'],
    ...(operation.parameters ?? []).map(({ name }) => name),
    ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
  ]
    .join(' ')
    .toLowerCase()

/** One call: collapsed a line, expanded its parameters and responses. */
export function referenceCall(call: ReferenceCall, words: ReferenceWords): Html {
  const { method, path, operation } = call
  const all = operation.parameters ?? []
  const source = operation['x-codeSamples']?.[0]?.source
  return html`<details class="call" id="${operation.operationId}" data-words="${searchTextOf(call)}">
<summary><span class="method ${method}">${method.toUpperCase()}</span><code class="path">${path}</code><span class="sum" lang="en">${
    operation.summary
  }</span></summary>
<div class="about-call"><p class="who">${accessOf(operation, words)}</p>
${parameters(all, 'path', words.inPath, words)}${parameters(all, 'query', words.inQuery, words)}${parameters(all, 'header', words.inHeader, words)}
${requestBodyOf(operation, words)}${responsesOf(operation, words)}
${source && html`<h4>${words.example}</h4><pre tabindex="0">${source}</pre>`}</div></details>`
}
