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

/** Addresses and networks, apart by commas; undefined when one is none. */
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

/** As Fastify takes them: how many proxies stand before the portal, or which. All of them at once would let callers say who they are. */
function trustedProxies(text: string): false | number | string[] | undefined {
  if (text in truth) return truth[text] === true ? 1 : false
  return /^[1-9]$/.test(text) ? Number(text) : networkList(text)
}

/** A text in small letters, read by a function that gives undefined for what it does not understand. */
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

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })

/** Every variable of the environment that Enlace reads, with its meaning and its default; docs/configuration.md is printed from it. */
export const configSchema = z.object({
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder of the embedded database and of everything else that Enlace keeps on disk.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; `0.0.0.0` or `::` for all.'),
  PORT: wholeNumber(0, 65_535).default(3000).describe('Port to listen on; 0 takes a free one.'),
  PUBLIC_URL: webAddress
    .optional()
    .describe(
      'Address under which people reach the portal, when a proxy stands before it. With https, cookies are marked secure.',
    ),
  TRUST_PROXY: readBy(trustedProxies, 'must be true, false, a number of proxies or their addresses')
    .default(false)
    .describe(
      'Whose `X-Forwarded-*` headers to believe about the caller’s address and about TLS: `true` for one proxy before the portal past which nobody reaches it, a number for so many in a row, or the addresses of proxies, as `10.0.0.5, 10.1.0.0/16`.',
    ),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://' })
    .optional()
    .describe('PostgreSQL 15 or newer to use instead of the embedded one, as `postgres://user:password@host:5432/database`.'),
  DATABASE_POOL: wholeNumber(1, 1000)
    .default(10)
    .describe(
      'Connections to the database that one process holds at most for what people ask; its background work has as many again.',
    ),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, { error: 'must be 64 digits from 0 to f' })
    .optional()
    .describe(
      'Key that encrypts secrets in the database, such as passwords of networks, as 64 digits from 0 to f (`openssl rand -hex 32`). The same for all processes. Without it one is made and kept in `DATA_DIR/secret.key`; keep a copy of it beside your backups.',
    ),
  SEED: oneOf(['demo', 'none'])
    .optional()
    .describe(
      '`demo` loads the demo fleet and its logins into an empty database. Without it: `demo` with the embedded database, else `none`.',
    ),
  ROLE: oneOf(['all', 'web', 'worker', 'ingest'])
    .default('all')
    .describe('What this process does: serve page and API, work off jobs, take usage in, or all of it.'),
  RADIUS_HOST: z.string().default('127.0.0.1').describe('Address to take RADIUS accounting on; `0.0.0.0` or `::` for all.'),
  RADIUS_PORT: wholeNumber(0, 65_535)
    .default(1813)
    .describe('UDP port to take RADIUS accounting on (RFC 2866); 0 takes a free one.'),
  SEARCH_EXACT_UP_TO: wholeNumber(0, 100_000_000)
    .default(100_000)
    .describe(
      'SIMs up to which a search in what somebody sees is exact: all that match are ordered, counted and chosen. Among more, a text that more than 500 hold shows the first 500, and says so.',
    ),
  TERMINATION_COOLING_OFF_HOURS: wholeNumber(0, 720)
    .default(72)
    .describe('Hours in which the termination of a SIM can be withdrawn before the network is asked for it; 0 for none.'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The least grave message that is logged.'),
  WEB_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,}$/, { error: 'must have at least 8 characters: letters, digits and signs, no blanks' })
    .default('enlace-web')
    .describe(
      'Key by which the page introduces itself to the API; the server writes it into the page. It is no secret: everybody who opens the page can read it.',
    ),
  API_KEY_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(600)
    .describe("Requests that each company's API key may make a minute, over all processes together."),
  PERSON_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(3000)
    .describe(
      'Requests that each person who is logged in may make a minute, by each process. The page asks for some dozens; only programs that borrow a login reach it.',
    ),
  SUPPORT_CHAT_URL: webAddress
    .optional()
    .describe(
      "Address of the script of another support chat, which takes the place of the portal's own. The page lets in nothing else than what comes from the same host.",
    ),
  SUPPORT_MAIL_SECONDS: wholeNumber(1, 86_400)
    .default(300)
    .describe('Seconds that a message of the support chat may wait to be read before its reader is told by mail.'),
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
      'Mail server, as `smtp://user:password@host:587` or, encrypted from the start, `smtps://user:password@host`. Without it mails are kept in the portal, where administrators read them.',
    ),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be an address, as `Enlace <no-reply@example.com>`',
    })
    .default('Enlace <no-reply@localhost>')
    .describe('Who mails are from.'),
  ALARM_WARNING_PERCENT: wholeNumber(0, 99)
    .default(80)
    .describe("Percent of an alarm's limit at which it warns that a SIM nears it; 0 for no warnings."),
  WEBHOOK_NETWORKS: readBy(networkList, 'must be addresses or networks, as 10.20.0.0/16')
    .optional()
    .describe(
      'Networks of your own that webhooks may go to, as `10.20.0.0/16, 127.0.0.1`; there also without TLS. Without it they go to public addresses only, over https.',
    ),
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe('Port to serve figures for Prometheus on, at `/metrics`; 0 takes a free one. Without it there are none.'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to serve figures for Prometheus on. Whoever reaches it reads them, without a key.'),
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

/** What is not repeated in a sentence about it: an address may hold a password. */
const TELLS_NOTHING: ReadonlySet<string> = new Set(['DATABASE_URL', 'SECRET_KEY', 'SMTP_URL'])

function sentence(issue: z.core.$ZodIssue, given: Record<string, string>): string {
  const name = String(issue.path[0])
  const value = TELLS_NOTHING.has(name) || given[name] === undefined ? '' : `, not "${given[name]}"`
  return `${name} ${issue.message}${value}.`
}
