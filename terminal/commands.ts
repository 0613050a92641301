import { PUBLIC_CALLS } from './calls.generated.ts'
import { type CommandOption, callOptions } from './options.ts'
import type { PublicCall } from './public-call.ts'

export type TerminalVerb =
  | 'call'
  | 'act'
  | 'steer'
  | 'login'
  | 'logout'
  | 'profiles'
  | 'follow'
  | 'any-call'
  | 'calls'
  | 'completion'
  | 'plan'
  | 'apply'
  | 'fleet'

/** One command: its words, what it does by which call, and what stands behind it. */
export interface TerminalCommand {
  readonly words: string
  readonly kind: TerminalVerb
  readonly about: string
  readonly call?: PublicCall
  /** of an action: its call for one SIM, where there is one */
  readonly single?: PublicCall
  /** names of what stands behind the words, in order: parameters of the call */
  readonly operands: readonly string[]
  /** columns of its table, the most important first; the others are in --json, --tsv and --columns */
  readonly columns?: readonly string[]
  readonly options: readonly CommandOption[]
  readonly examples?: readonly string[]
  /** it goes on for days: nothing waits for its end */
  readonly isSlow?: boolean
}

const byName = new Map(PUBLIC_CALLS.map((call) => [call.name, call]))

/** A call by its name in the contract. */
export function callNamed(name: string): PublicCall {
  const call = byName.get(name)
  if (!call) throw new Error(`The contract has no public call ${name}.`)
  return call
}

export const COMMON: readonly CommandOption[] = [
  { name: 'profile', short: 'p', value: 'NAME', about: 'Use this login instead of the last one' },
  { name: 'help', short: 'h', about: 'Show this help' },
]
export const FORMATS: readonly CommandOption[] = [
  { name: 'json', about: 'JSON; of a list one object a line' },
  { name: 'tsv', about: 'Tab-separated text as the API sends it' },
]
const LIST_OPTIONS: readonly CommandOption[] = [
  { name: 'limit', value: 'NUMBER', about: 'So many rows; a table has 100 without it, --json and --tsv have all' },
  { name: 'all', about: 'All rows, also in a table' },
  { name: 'columns', value: 'NAME,…', about: 'These columns, in this order' },
]
const OUTPUT: CommandOption = { name: 'output', short: 'o', value: 'FILE', about: 'Write to this file instead of stdout' }

const isList = ({ answer }: PublicCall): boolean => answer === 'list'

interface Reading {
  readonly operands?: readonly string[]
  readonly columns?: readonly string[]
  readonly about?: string
  readonly examples?: readonly string[]
}

/** A command that makes one call and prints its answer. */
function reading(words: string, name: string, { operands = [], columns, about, examples }: Reading = {}): TerminalCommand {
  const call = callNamed(name)
  const own = isList(call) ? ['limit', 'cursor', 'skip'] : call.answer === 'file' ? ['columns'] : []
  const extra = isList(call)
    ? LIST_OPTIONS
    : call.answer === 'file'
      ? [OUTPUT, ...(hasColumns(call) ? LIST_OPTIONS.slice(2) : [])]
      : []
  return {
    words,
    kind: 'call',
    about: about ?? call.summary,
    call,
    operands,
    ...(columns && { columns }),
    ...(examples && { examples }),
    options: [...callOptions(call, { without: [...own, ...operands] }), ...extra, ...(call.answer === 'file' ? [] : FORMATS)],
  }
}

const hasColumns = ({ body }: PublicCall): boolean => body.some(({ name }) => name === 'columns')

const ACT_OPTIONS: readonly CommandOption[] = [
  { name: 'file', short: 'f', value: 'FILE', about: 'The SIMs of a CSV, TSV or XLSX file with a column of ICCs; - is stdin' },
  { name: 'all', about: 'All SIMs that you may see' },
  { name: 'preview', about: 'Show what would happen, and start nothing' },
  { name: 'yes', short: 'y', about: 'Start without being asked' },
  { name: 'no-wait', about: 'Do not wait for the end' },
  { name: 'json', about: 'JSON: the answer of one SIM, the operation of many' },
]

interface Acting {
  readonly single?: string
  readonly renamed?: Readonly<Record<string, string>>
  readonly isSlow?: boolean
  readonly examples?: readonly string[]
}

/** An operation on the SIMs that are named, match a filter or stand in a file. */
function acting(verb: string, name: string, { single, renamed = {}, isSlow = false, examples }: Acting = {}): TerminalCommand {
  const call = callNamed(name)
  return {
    words: `sims ${verb}`,
    kind: 'act',
    about: call.summary,
    call,
    ...(single && { single: callNamed(single) }),
    ...(isSlow && { isSlow }),
    operands: ['icc'],
    options: [...callOptions(call, { without: ['icc', 'fileId', 'advice', 'preview'], renamed }), ...ACT_OPTIONS],
    ...(examples && { examples }),
  }
}

function steering(verb: string, name: string): TerminalCommand {
  const call = callNamed(name)
  const options = [...callOptions(call, { without: ['operationId'] }), ...FORMATS.slice(0, 1)]
  return { words: `ops ${verb}`, kind: 'steer', about: call.summary, call, operands: ['operationId'], options }
}

const own = (
  words: string,
  kind: TerminalVerb,
  about: string,
  options: readonly CommandOption[] = [],
  operands: string[] = [],
): TerminalCommand => ({
  words,
  kind,
  about,
  operands,
  options,
})

const FLEET_OPTIONS: readonly CommandOption[] = [
  { name: 'prune', about: 'Delete what the file does not have, of the kinds and companies that it has entries of' },
  ...FORMATS.slice(0, 1),
]

const SIM_COLUMNS = [
  'icc',
  'customField1',
  'simAdministrativeStatusId',
  'gprsStatus',
  'consumptionMonthlyData',
  'planCode',
  'lastSeen',
  'msisdn',
  'tags',
  'group',
]

export const COMMANDS: readonly TerminalCommand[] = [
  own('login', 'login', 'Log in to a portal: by a code that you confirm in it, or with an API key', [
    { name: 'url', value: 'URL', about: 'Address of the portal; asked for without it' },
    { name: 'device', about: 'By a code, also where nobody types; without it a key is read from stdin there' },
    { name: 'key', about: 'Type an API key instead' },
  ]),
  own('logout', 'logout', 'Delete a saved login'),
  own('profiles', 'profiles', 'List saved logins', FORMATS.slice(0, 1)),
  reading('whoami', 'getSession', { about: 'Show for whom the key acts, and its permits' }),
  reading('sims list', 'listSims', {
    columns: SIM_COLUMNS,
    examples: [
      'enlace sims list --status active --silent-for 7d',
      'enlace sims list --sort consumptionMonthlyData --descending --limit 20',
      'enlace sims list --plan IOT250 --json | jq -r .icc',
    ],
  }),
  reading('sims show', 'getSim', { operands: ['icc'] }),
  reading('sims find', 'globalSearch', { operands: ['text'], columns: SIM_COLUMNS }),
  reading('sims count', 'getSimFacets'),
  reading('sims usage', 'getSimUsage', { operands: ['icc'] }),
  reading('sims history', 'getSimHistory', { operands: ['icc'] }),
  reading('sims actions', 'getSimActions', { operands: ['id'] }),
  acting('activate', 'massActivation', { single: 'activateSim' }),
  acting('hibernate', 'massHibernation', {
    single: 'hibernateSim',
    examples: [
      'enlace sims hibernate 89560300000000000011 --reason "Stored for the winter"',
      'enlace sims hibernate --silent-for 30d --status active --preview',
      'enlace sims list --tag winter --tsv | enlace sims hibernate --file - --yes',
    ],
  }),
  acting('reactivate', 'massReactivation', { single: 'reactivateSim' }),
  acting('restart', 'massReset', { single: 'resetSim' }),
  acting('restore', 'massRestore'),
  acting('terminate', 'massTermination', { single: 'terminateSim', isSlow: true }),
  acting('diagnose', 'massDiagnosis'),
  acting('sms', 'massSms'),
  acting('edit', 'massCustom'),
  acting('tag', 'massTag', { examples: ['enlace sims tag --add winter --group North/Trucks'] }),
  acting('group', 'massGroup', { renamed: { group: 'to-group' } }),
  acting('lock', 'massLock', {
    single: 'lockSim',
    examples: [
      `enlace sims lock --group North/Meters --device '{"mode":"learn"}'`,
      `enlace sims lock --tag chile --area '{"mode":"listed","values":["CL","722-07"]}'`,
    ],
  }),
  acting('plan', 'massPlan', { single: 'changeSimPlan', renamed: { planCode: 'to-plan' } }),
  acting('assign', 'assignSims', { renamed: { companyId: 'to-company' } }),
  reading('ops list', 'listOperations', {
    columns: ['operationId', 'kind', 'state', 'total', 'succeeded', 'failed', 'createdAt', 'user', 'reason'],
  }),
  reading('ops show', 'getOperation', { operands: ['operationId'] }),
  reading('ops lines', 'listOperationItems', {
    operands: ['operationId'],
    columns: ['line', 'icc', 'state', 'text', 'customField1', 'updatedAt'],
  }),
  own('ops follow', 'follow', 'Show the progress of an operation until it ends', FORMATS.slice(0, 1), ['operationId']),
  reading('ops results', 'downloadOperation', { operands: ['operationId'] }),
  steering('pause', 'pauseOperation'),
  steering('resume', 'resumeOperation'),
  steering('cancel', 'cancelOperation'),
  steering('retry', 'retryOperation'),
  steering('withdraw', 'withdrawOperation'),
  steering('confirm', 'confirmOperation'),
  steering('discard', 'discardOperation'),
  reading('export sims', 'exportSims', { examples: ['enlace export sims --status active --output active.xlsx --format xlsx'] }),
  reading('export devices', 'exportHys'),
  reading('export operations', 'exportOperations'),
  reading('export alarms', 'exportAlarms'),
  reading('export notices', 'exportNotices'),
  reading('export charges', 'exportCharges'),
  reading('export charge-lines', 'exportChargeLines', { operands: ['documentId'] }),
  reading('export plans', 'exportPlans'),
  reading('export requests', 'exportRequests'),
  reading('export request-sims', 'exportRequestSims', { operands: ['id'] }),
  reading('export messages', 'exportSmsReport'),
  reading('export companies', 'exportCompanies'),
  reading('export users', 'exportUsers'),
  reading('export audit', 'exportAudit'),
  own(
    'plan',
    'plan',
    'Show what would change for the portal to be as a fleet file says',
    [...FLEET_OPTIONS, { name: 'check', about: 'End with code 10 when something would change, for scripts' }],
    ['file'],
  ),
  own(
    'apply',
    'apply',
    'Make companies, groups, geofences, alarms and rules as a fleet file says',
    [...FLEET_OPTIONS, { name: 'yes', short: 'y', about: 'Do it without being asked' }],
    ['file'],
  ),
  own('fleet', 'fleet', 'Print the subsidiaries, groups, geofences, alarms and rules that there are as a fleet file', [
    { name: 'company', value: 'NAME', about: 'Of this company, by its name or number; without it of the only one' },
  ]),
  own('calls', 'calls', 'List all calls of the API, or those with a word', FORMATS.slice(0, 1), ['word']),
  own(
    'call',
    'any-call',
    'Make any call of the API: its name, then its values as name=value',
    [
      { name: 'body', value: 'JSON', about: 'The whole body; @FILE reads it from a file, - from stdin' },
      { name: 'file', short: 'f', value: 'FILE', about: 'The file that an uploading call sends; - is stdin' },
      OUTPUT,
      ...LIST_OPTIONS,
      ...FORMATS,
    ],
    ['name'],
  ),
  own('completion', 'completion', 'Print what completes these commands in bash, zsh or fish', [], ['shell']),
]

/** First words that several commands share. */
export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  sims: 'SIMs: list, show and change them, one or many',
  ops: 'Operations: what was done to many SIMs',
  export: 'Files, of any size',
}
