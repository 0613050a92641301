import type { OpenApiAnswer, Operation, Parameter } from '#contract/openapi/openapi.ts'
import type { JsonSchema } from '#contract/openapi/openapi-schemas.ts'
import { type Html, html } from './html.ts'
import { parameterField, valueFields } from './reference-schema.ts'
import type { ReferenceWords } from './reference-words.ts'

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
    parameterField(name, { ...schema, ...(description && { description }) }, required, { words, isSent: true }),
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
