import { isIP } from 'node:net'
import { z } from 'zod'
import { StartFailure } from './start-failure.ts'

export class ConfigError extends StartFailure {
  override name = 'ConfigError'
}

const truth: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
}

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` })

const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`
  return z.string().regex(/^\d+$/, { error }).transform(Number).pipe(z.number().min(from, { error }).max(to, { error }))
}

/** Addresses and networks, separated by commas; undefined when one is invalid. */
function networkList(text: string): string[] | undefined {
  const networks = text.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** In Fastify's form: the number of proxies before the portal, or their addresses. Trusting all would let clients forge their address. */
function trustedProxies(text: string): false | number | string[] | undefined {
  if (text in truth) return truth[text] === true ? 1 : false
  return /^[1-9]$/.test(text) ? Number(text) : networkList(text)
}

/** A lower-case text, parsed by a function that returns undefined for invalid input. */
const readBy = <T>(read: (text: string) => T | undefined, error: string) =>
  z
    .string()
    .toLowerCase()
    .transform((text, check) => {
      const value = read(text)
      if (value !== undefined) return value
      check.addIssue({ code: 'custom', message: error })
      return z.NEVER
    })

const yesOrNo = readBy((text) => truth[text], 'must be true or false')

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })

const postgresAddress = z.string().regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://' })

/** Every environment variable of Enlace, with meaning and default; docs/configuration.md is generated from it. */
export const configSchema = z.object({
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database and of all other data on disk.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; `0.0.0.0` or `::` for all.'),
  PORT: wholeNumber(0, 65_535).default(3000).describe('Port to listen on; 0 takes a free one.'),
  PUBLIC_URL: webAddress
    .optional()
    .describe('Public address of the portal when it runs behind a proxy. With https, cookies are marked secure.'),
  TRUST_PROXY: readBy(trustedProxies, 'must be true, false, a number of proxies or their addresses')
    .default(false)
    .describe(
      'Proxies whose `X-Forwarded-*` headers are trusted for the client’s address and TLS: `true` for one proxy that all requests pass, a number for several in a row, or their addresses, as `10.0.0.5, 10.1.0.0/16`.',
    ),
  DATABASE_URL: postgresAddress
    .optional()
    .describe('PostgreSQL 15 or newer to use instead of the embedded one, as `postgres://user:password@host:5432/database`.'),
  DATABASE_REPLICA_URL: postgresAddress
    .optional()
    .describe(
      'Standby of the same database (streaming replication) that answers what only reads, as long as it is not behind. See [recovery](recovery.md#reads-from-the-replica).',
    ),
  DATABASE_POOL: wholeNumber(1, 1000)
    .default(10)
    .describe('Maximum database connections of one process for requests; its background work has as many again.'),
  DATABASE_MEMORY_MB: wholeNumber(256, 1_048_576)
    .optional()
    .describe(
      'Memory that the embedded database may count on, in MB; a quarter of it, 8 GB at most, is its own cache. Without it: all memory of the machine or container.',
    ),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, { error: 'must be 64 digits from 0 to f' })
    .optional()
    .describe(
      'Key that encrypts secrets in the database, such as passwords of networks, as 64 digits from 0 to f (`openssl rand -hex 32`). The same for all processes. Without it a key is created in `DATA_DIR/secret.key`; keep a copy of it with your backups.',
    ),
  SEED: oneOf(['demo', 'none'])
    .optional()
    .describe(
      '`demo` loads the demo fleet and its logins into an empty database. Without it: `demo` with the embedded database, else `none`.',
    ),
  ROLE: oneOf(['all', 'web', 'worker', 'ingest'])
    .default('all')
    .describe(
      'What this process does: `web` serves page and API, `worker` does background work, `ingest` receives usage, `all` does everything.',
    ),
  RADIUS_HOST: z.string().default('127.0.0.1').describe('Address to receive RADIUS accounting on; `0.0.0.0` or `::` for all.'),
  RADIUS_PORT: wholeNumber(0, 65_535)
    .default(1813)
    .describe('UDP port to receive RADIUS accounting on (RFC 2866); 0 takes a free one.'),
  RADIUS_REUSE_PORT: yesOrNo
    .default(false)
    .describe(
      'Lets several processes of one machine receive on the same RADIUS port (`SO_REUSEPORT`): each must set it. Not available on macOS and Windows. See [many processes](processes.md).',
    ),
  STOP_DELAY_SECONDS: wholeNumber(0, 300)
    .default(0)
    .describe(
      'Seconds from SIGTERM until the process stops listening. Meanwhile it serves as before, but `/readyz` answers 503, so that a load balancer takes it out. See [many processes](processes.md).',
    ),
  SEARCH_EXACT_UP_TO: wholeNumber(0, 100_000_000)
    .default(100_000)
    .describe(
      'Number of SIMs that a user sees up to which a search is exact: all matches are sorted, counted and selectable. Above it, a search with more than 500 matches shows the first 500, with a note.',
    ),
  TERMINATION_COOLING_OFF_HOURS: wholeNumber(0, 720)
    .default(72)
    .describe('Hours in which the termination of a SIM can be withdrawn before the network is asked for it; 0 for none.'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
  WEB_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,}$/, { error: 'must have at least 8 characters: letters, digits and signs, no blanks' })
    .default('enlace-web')
    .describe(
      'Client key that the page sends to the API; the server writes it into the page. It is not secret: anyone who opens the page can read it.',
    ),
  API_KEY_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(600)
    .describe('Requests a minute for each API key, over all processes together.'),
  PERSON_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(3000)
    .describe(
      'Requests a minute for each logged-in user, over all processes together. The page makes a few dozen; only programs that use a login reach the limit.',
    ),
  SUPPORT_CHAT_URL: webAddress
    .optional()
    .describe(
      "Address of the script of another support chat, in place of the portal's own. The page allows that host and no other.",
    ),
  SUPPORT_MAIL_SECONDS: wholeNumber(1, 86_400)
    .default(300)
    .describe('Seconds that a message of the support chat may stay unread before its recipient gets a mail.'),
  MAP_TILES_URL: z
    .string()
    .regex(/^(https?:\/\/|\/|[^:]*\.pmtiles(#.*)?$|file:)/, {
      error: 'must begin with http://, https:// or /, or name a file that ends in .pmtiles',
    })
    .optional()
    .describe(
      'Streets for the map of a SIM: a PMTiles archive on disk, as `/srv/maps/andes.pmtiles`, or the template of a tile server, as `https://tiles.example/{z}/{x}/{y}.png`. Without it, maps show borders, regions and towns of the world, which come with the portal. See [the map](map.md).',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' })
    .optional()
    .describe(
      'Mail server, as `smtp://user:password@host:587` or, encrypted from the start, `smtps://user:password@host`. Without it mails stay in the portal, where administrators can read them.',
    ),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be an address, as `Enlace <no-reply@example.com>`',
    })
    .default('Enlace <no-reply@localhost>')
    .describe('Sender of mails.'),
  ALARM_WARNING_PERCENT: wholeNumber(0, 99)
    .default(80)
    .describe("Percent of an alarm's limit at which it warns; 0 for no warnings."),
  WEBHOOK_NETWORKS: readBy(networkList, 'must be addresses or networks, as 10.20.0.0/16')
    .optional()
    .describe(
      'Private networks that webhooks may go to, chats and CAMARA sinks too, and from which documents of OAuth clients may be read, as `10.20.0.0/16, 127.0.0.1`; there also without TLS. Without it only public addresses are called, over https.',
    ),
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe('Port that serves metrics for Prometheus at `/metrics`; 0 takes a free one. Without it there are none.'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address that serves metrics for Prometheus. No key protects them.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
    .optional()
    .describe(
      'Collector that receives traces over OTLP/HTTP, as `http://127.0.0.1:4318`. The other variables of OpenTelemetry count too, such as `OTEL_TRACES_SAMPLER`. Without it there are no traces.',
    ),
  MANUALS_URL: webAddress
    .optional()
    .describe("Address of the page with your manuals, opened by the menu. Without it the menu opens the portal's own manual."),
})

export type Config = Omit<z.output<typeof configSchema>, 'SEED'> & { SEED: 'demo' | 'none' }

/**
 * Reads the configuration from the environment. A variable set to nothing counts as not set.
 * @throws ConfigError with one sentence for each wrong variable
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const result = configSchema.safeParse(given)
  if (!result.success) throw new ConfigError(result.error.issues.map((issue) => sentence(issue, given)).join('\n'))
  return { ...result.data, SEED: result.data.SEED ?? (result.data.DATABASE_URL ? 'none' : 'demo') }
}

/** Values left out of error sentences: an address may contain a password. */
const SECRET_VALUES: ReadonlySet<string> = new Set(['DATABASE_URL', 'DATABASE_REPLICA_URL', 'SECRET_KEY', 'SMTP_URL'])

function sentence(issue: z.core.$ZodIssue, given: Record<string, string>): string {
  const name = String(issue.path[0])
  const value = SECRET_VALUES.has(name) || given[name] === undefined ? '' : `, not "${given[name]}"`
  return `${name} ${issue.message}${value}.`
}
