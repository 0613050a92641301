import type { CallArguments } from '#contract/call.ts'
import { hibernateSim } from '#contract/operations/sim-actions.calls.ts'
import { listSims } from '#contract/sims/sims.calls.ts'
import { API_BASE } from '#web/lib/call.ts'
import type { CodePart, CodeText } from '#web/ui/code-block.tsx'

/** How a program calls the portal: over HTTP, with the client (docs/client.md) or with the terminal (docs/terminal.md). */
export const EXAMPLE_FORMS = [
  { value: 'curl', text: 'curl' },
  { value: 'typescript', text: 'TypeScript' },
  { value: 'cli', text: 'CLI' },
] as const
export type ExampleForm = (typeof EXAMPLE_FORMS)[number]['value']

type SilentBody = CallArguments<typeof listSims>['body']
type HibernateBody = CallArguments<typeof hibernateSim>['body']

/** A request as a command of a shell; the key, and the SIM if there is one, are variables of it. */
const curlOf = (path: string, body: SilentBody | HibernateBody): CodeText => [
  ['command', 'curl'],
  ' -X POST ',
  ['address', `"${location.origin}${API_BASE}${path}"`],
  ' \\\n  -H ',
  ['value', '"x-api-key: $ENLACE_KEY"'],
  ' \\\n  -H ',
  ['value', "'content-type: application/json'"],
  ` \\\n  -d '${JSON.stringify(body)}'`,
]

const clientOf = (...call: readonly CodePart[]): CodeText => [
  "import { createClient } from 'enlace-client'\n\nconst client = createClient({\n  baseUrl: ",
  ['address', `'${location.origin}'`],
  ',\n  key: ',
  ['value', "process.env.ENLACE_KEY ?? ''"],
  ',\n})\n',
  ...call,
]

const commandOf = (...call: readonly CodePart[]): CodeText => [
  'export ENLACE_URL=',
  ['address', location.origin],
  '\n',
  ...call,
]

/** Lists the SIMs that have been silent for a day. */
export const silentCode: Readonly<Record<ExampleForm, () => CodeText>> = {
  curl: () => curlOf(listSims.path, { filter: { silentFor: '24h' }, limit: 100 }),
  typescript: () =>
    clientOf(
      'for await (const { icc } of ',
      ['command', 'client.sims.list'],
      "({ filter: { silentFor: '24h' } })) console.log(icc)",
    ),
  cli: () => commandOf(['command', 'enlace sims list'], ' --silent-for 24h --limit 100'),
}

/** Hibernates a SIM. */
export const hibernateCode: Readonly<Record<ExampleForm, (reason: string) => CodeText>> = {
  curl: (reason) => curlOf(hibernateSim.path.replace('{id}', '$ICC'), { reason }),
  typescript: (reason) =>
    clientOf('await ', ['command', 'client.sims.hibernate'], `(process.env.ICC ?? '', { reason: '${reason}' })`),
  cli: (reason) => commandOf(['command', 'enlace sims hibernate'], ` "$ICC" --reason "${reason}"`),
}
