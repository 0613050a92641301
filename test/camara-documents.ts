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
  readonly responses: Readonly<Record<string, Referable>>
}

interface OpenApiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, { readonly post: Documented }>>
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
  readonly operations: ReadonlyMap<string, OperationJudge>
}

/**
 * A schema that is one of several by a discriminator, as JSON Schema has it: OpenAPI 3.0 names them in a mapping only, and each of them has
 * the common part by a reference to the schema itself.
 */
function resolveDiscriminators(schemas: Record<string, Json>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const { discriminator, ...common } = schema as { discriminator?: { mapping: Record<string, string> } }
    if (!discriminator) continue
    const mapped = Object.values(discriminator.mapping)
    const own = `"#/components/schemas/${name}"`
    for (const path of mapped) {
      const part = path.split('/').at(-1) ?? ''
      schemas[part] = JSON.parse(JSON.stringify(schemas[part]).replaceAll(own, own.replace(name, `${name}Common`)))
    }
    schemas[`${name}Common`] = common
    schemas[name] = { oneOf: mapped.map(($ref) => ({ $ref })) }
  }
}

const pointer = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

function judgeOf(file: string): DocumentJudge {
  const document: OpenApiDocument = parse(readFileSync(join(FOLDER, file), 'utf8'))
  resolveDiscriminators(document.components.schemas)
  const ajv = new Ajv2019({ strict: false, validateSchema: false, unicodeRegExp: false, allErrors: true })
  addFormats.default(ajv)
  const id = `camara:${file}`
  ajv.addSchema(document as object, id)
  const content = pointer('content', 'application/json', 'schema')
  const schemaOf = (path: string): ValidateFunction => ajv.compile({ $ref: `${id}#${path}` })
  const server = document.servers[0]?.url.replace('{apiRoot}', '') ?? ''
  const operations = Object.entries(document.paths).map(([path, { post }]): [string, OperationJudge] => {
    const own = pointer('paths', path, 'post')
    const isRequest = schemaOf(`${own}/requestBody${content}`)
    const answers = new Map(
      Object.entries(post.responses).map(([status, { $ref }]) => {
        const at = $ref === undefined ? `${own}${pointer('responses', status)}` : $ref.slice(1)
        // what the document does not name is a mistake of ours
        return [Number(status), ajv.compile({ $ref: `${id}#${at}${content}`, unevaluatedProperties: false })] as const
      }),
    )
    const problems = (status: number, body: unknown): string => {
      const known = answers.get(status) ?? schemaOf(pointer('components', 'schemas', 'ErrorInfo'))
      return known(body) ? '' : ajv.errorsText(known.errors)
    }
    const scopes = post.security.flatMap((one) => Object.values(one).flat())
    return [path, { scopes, statuses: [...answers.keys()], isRequest: (body) => isRequest(body), problems }]
  })
  return { name: server.split('/')[1] ?? '', server, operations: new Map(operations) }
}

/** By the name of the API. */
export const CAMARA_DOCUMENTS: ReadonlyMap<string, DocumentJudge> = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => judgeOf(name))
    .map((judge) => [judge.name, judge]),
)

/** The verdicts about an operation, by its address: /name/version/path. */
export function judgeOfCamara(address: string): OperationJudge {
  const [, name = '', , ...path] = address.split('/')
  const judge = CAMARA_DOCUMENTS.get(name)?.operations.get(`/${path.join('/')}`)
  if (!judge) throw new Error(`no document has ${address}`)
  return judge
}
