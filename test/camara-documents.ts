import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'

const FOLDER = join(import.meta.dirname, 'camara')

interface Referable {
  readonly $ref?: string
}

type Json = Record<string, unknown>

interface Documented {
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, Referable & { readonly content?: object }>>
  readonly callbacks?: object
}

const METHODS = ['get', 'post', 'delete'] as const
type Method = Uppercase<(typeof METHODS)[number]>

interface OpenApiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Partial<Record<Lowercase<Method>, Documented>>>>
  readonly components: { readonly schemas: Record<string, Json>; readonly responses: Record<string, Json> }
}

/** A document's verdicts about requests and answers of one of its operations. */
interface OperationJudge {
  /** any of them */
  readonly scopes: readonly string[]
  /** the statuses that it lists */
  readonly statuses: readonly number[]
  readonly isRequest: (body: unknown) => boolean
  /** what is wrong with an answer; '' for nothing */
  readonly problems: (status: number, body: unknown) => string
}

interface DocumentJudge {
  readonly name: string
  /** as /name/version */
  readonly server: string
  /** by method and path, as 'POST /retrieve' */
  readonly operations: ReadonlyMap<string, OperationJudge>
  /** what is wrong with an event that is sent to a sink; '' for nothing */
  readonly eventProblems: (body: unknown) => string
}

interface Discriminator {
  readonly propertyName: string
  readonly mapping: Readonly<Record<string, string>>
}

/**
 * A schema that is one of several by a discriminator, as JSON Schema has it: OpenAPI 3.0 names them in a mapping only, and each of them has
 * the common part by a reference to the schema itself.
 */
function resolveDiscriminators(schemas: Record<string, Json>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const { discriminator, ...common } = schema as { discriminator?: Discriminator }
    if (!discriminator) continue
    const { propertyName } = discriminator
    const names = Map.groupBy(Object.entries(discriminator.mapping), ([, path]) => path)
    const mapped = [...names.keys()]
    const own = `"#/components/schemas/${name}"`
    for (const path of mapped) {
      const part = path.split('/').at(-1) ?? ''
      schemas[part] = JSON.parse(JSON.stringify(schemas[part]).replaceAll(own, own.replace(name, `${name}Common`)))
    }
    schemas[`${name}Common`] = common
    const isNamed = (path: string) => ({ properties: { [propertyName]: { enum: names.get(path)?.map(([value]) => value) } } })
    schemas[name] = { oneOf: mapped.map(($ref) => ({ allOf: [{ $ref }, isNamed($ref)] })) }
  }
}

const pointer = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

function judgeOf(file: string): DocumentJudge {
  const document: OpenApiDocument = parse(readFileSync(join(FOLDER, file), 'utf8'))
  resolveDiscriminators(document.components.schemas)
  const ajv = new Ajv2019({ strict: false, validateSchema: false, unicodeRegExp: false, allErrors: true })
  addFormats.default(ajv)
  // A document writes url for uri. Ajv's own pattern takes an https URI without a host, which is invalid (RFC 9110, 4.2.2).
  for (const format of ['uri', 'url']) ajv.addFormat(format, (text) => URL.canParse(text))
  const id = `camara:${file}`
  ajv.addSchema(document as object, id)
  const content = pointer('content', 'application/json', 'schema')
  const schemaOf = (path: string): ValidateFunction => ajv.compile({ $ref: `${id}#${path}` })
  const server = document.servers[0]?.url.replace('{apiRoot}', '') ?? ''
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => (methods[method] ? [{ path, method, operation: methods[method] }] : [])),
  )
  const operations = documented.map(({ path, method, operation }): [string, OperationJudge] => {
    const own = pointer('paths', path, method)
    const isRequest = operation.requestBody ? schemaOf(`${own}/requestBody${content}`) : () => true
    const answers = new Map(
      Object.entries(operation.responses).map(([status, { $ref, content: body }]) => {
        if ($ref === undefined && body === undefined) return [Number(status), undefined] as const
        const at = $ref === undefined ? `${own}${pointer('responses', status)}` : $ref.slice(1)
        // what the document does not name is a mistake of ours
        return [Number(status), ajv.compile({ $ref: `${id}#${at}${content}`, unevaluatedProperties: false })] as const
      }),
    )
    const problems = (status: number, body: unknown): string => {
      if (answers.has(status) && !answers.get(status)) return body === undefined ? '' : 'an answer without a body has one'
      const known = answers.get(status) ?? schemaOf(pointer('components', 'schemas', 'ErrorInfo'))
      return known(body) ? '' : ajv.errorsText(known.errors)
    }
    const scopes = operation.security.flatMap((one) => Object.values(one).flat())
    return [
      `${method.toUpperCase()} ${path}`,
      { scopes, statuses: [...answers.keys()], isRequest: (body) => isRequest(body), problems },
    ]
  })
  const notifications = pointer(
    'paths',
    '/subscriptions',
    'post',
    'callbacks',
    'notifications',
    '{$request.body#/sink}',
    'post',
  )
  const isEvent = document.paths['/subscriptions']?.post?.callbacks
    ? schemaOf(`${notifications}/requestBody${pointer('content', 'application/cloudevents+json', 'schema')}`)
    : undefined
  const eventProblems = (body: unknown): string => (isEvent?.(body) ? '' : ajv.errorsText(isEvent?.errors))
  return { name: server.split('/')[1] ?? '', server, operations: new Map(operations), eventProblems }
}

/** By the name of the API. */
export const CAMARA_DOCUMENTS: ReadonlyMap<string, DocumentJudge> = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => judgeOf(name))
    .map((judge) => [judge.name, judge]),
)

/** The verdicts about an operation, by its address: /name/version/path. */
export function judgeOfCamara(address: string, method: Method = 'POST'): OperationJudge {
  const [, name = '', , ...path] = address.split('/')
  const operations = CAMARA_DOCUMENTS.get(name)?.operations
  const [first, ...others] = path
  const judge =
    operations?.get(`${method} /${path.join('/')}`) ??
    (others.length > 0 ? operations?.get(`${method} /${first}/{subscriptionId}`) : undefined)
  if (!judge) throw new Error(`no document has ${method} ${address}`)
  return judge
}
