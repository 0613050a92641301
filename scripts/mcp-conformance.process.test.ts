import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideAgentRequest } from '#contract/agents/agents.calls.ts'
import { AGENT_SCOPES } from '#domain/agents.ts'
import { agentToken, newClient } from '#test/agent.ts'
import { freeTcpPort } from '#test/free-port.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { conformanceSuite, NO_CONFORMANCE_SUITE } from './test/mcp-conformance.ts'

/** Why a scenario is not green. Decision 130 has the reasons at length. */
type Why =
  /** it calls a tool, prompt or resource that only the suite's own example server has */
  | 'example'
  /** it tests what the portal does not offer, and does not announce */
  | 'not offered'

/** Scenarios of which nothing but the shape of the refusal is green. */
const RED: Readonly<Record<string, Why>> = {
  'tools-call-simple-text': 'example',
  'tools-call-image': 'example',
  'tools-call-audio': 'example',
  'tools-call-embedded-resource': 'example',
  'tools-call-mixed-content': 'example',
  'tools-call-error': 'example',
  'tools-call-with-progress': 'example',
  'json-schema-2020-12': 'example',
  'http-custom-header-server-validation': 'example',
  'logging-set-level': 'not offered',
  'tools-call-with-logging': 'not offered',
  'completion-complete': 'not offered',
  'resources-read-text': 'example',
  'resources-read-binary': 'example',
  'resources-templates-read': 'example',
  'resources-subscribe': 'not offered',
  'resources-unsubscribe': 'not offered',
  'prompts-list': 'not offered',
  'prompts-get-simple': 'not offered',
  'prompts-get-with-args': 'not offered',
  'prompts-get-embedded-resource': 'not offered',
  'prompts-get-with-image': 'not offered',
  'tools-call-sampling': 'not offered',
  'tools-call-elicitation': 'not offered',
  'elicitation-sep1034-defaults': 'not offered',
  'elicitation-sep1330-enums': 'not offered',
  'input-required-result-basic-elicitation': 'not offered',
  'input-required-result-basic-sampling': 'not offered',
  'input-required-result-basic-list-roots': 'not offered',
  'input-required-result-request-state': 'not offered',
  'input-required-result-multiple-input-requests': 'not offered',
  'input-required-result-multi-round': 'not offered',
  'input-required-result-non-tool-request': 'not offered',
  'input-required-result-result-type': 'not offered',
  'input-required-result-tampered-state': 'not offered',
  'input-required-result-capability-check': 'not offered',
  'tasks-lifecycle': 'not offered',
  'tasks-capability-negotiation': 'not offered',
  'tasks-wire-fields': 'not offered',
  'tasks-request-state-removal': 'not offered',
  'tasks-mrtr-input': 'not offered',
  'tasks-request-headers': 'not offered',
  'tasks-dispatch-and-envelope': 'not offered',
  'tasks-required-task-error': 'not offered',
  'tasks-mrtr-composition': 'not offered',
}

/** Scenarios that are green but for these checks. */
const PARTLY: Readonly<Record<string, Readonly<Record<string, Why>>>> = {
  caching: {
    'sep-2549-prompts-list-caching-hints': 'not offered',
  },
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability': 'example',
    'sep-2575-missing-capability-http-400': 'example',
    'sep-2575-http-server-no-independent-requests-on-stream': 'example',
    'sep-2575-server-no-log-without-loglevel': 'example',
    'sep-2575-server-sends-subscription-ack': 'not offered',
    'sep-2575-server-tags-subscription-id': 'not offered',
  },
}

/** What has to be green for either revision: a scenario that the suite no longer runs is no success. */
const GREEN = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
    'http-header-validation',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
  ],
} as const

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** Checks of each scenario, from the files that the suite writes. */
function readChecks(folder: string): Map<string, Check[]> {
  const scenarioOf = (name: string) => name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
  return new Map(
    readdirSync(folder).map((name) => [
      scenarioOf(name),
      JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
    ]),
  )
}

const failedOf = (checks: readonly Check[]): Check[] => checks.filter(({ status }) => status === 'FAILURE')

/** The suite sends no token: this adds an agent's to each request and leaves the rest as it is, Host and Origin too. */
async function openWithToken(portal: Portal, port: number) {
  const authorization = `Bearer ${await agentToken(portal, 'ana')}`
  const proxy = createServer((asked, answered) => {
    const { method, url: path } = asked
    const headers = { ...asked.headers, authorization }
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(answered)
    })
    onward.once('error', () => answered.destroy())
    answered.once('close', () => onward.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const close = () => {
    proxy.closeAllConnections()
    proxy.close()
  }
  return { url: `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`, close }
}

const program = conformanceSuite()
if (program === undefined) console.error(NO_CONFORMANCE_SUITE)

describe.skipIf(program === undefined)('the conformance suite of the protocol', () => {
  let folder = ''
  let portal: Portal
  let port = 0
  let door: Awaited<ReturnType<typeof openWithToken>>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'enlace-conformance-'))
    portal = await startPortal()
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
    port = (portal.app.server.address() as AddressInfo).port
    door = await openWithToken(portal, port)
  })
  afterAll(async () => {
    door.close()
    await portal.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs the suite's program to its end; `onText` has what it has printed so far. */
  async function runSuite(args: readonly string[], onText: (text: string) => void = () => undefined): Promise<string> {
    const child = spawn(process.execPath, [String(program), ...args], { cwd: folder })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += String(chunk)
        onText(text)
      })
    await new Promise((resolve) => child.once('close', resolve))
    return text
  }

  test.each(['2025-11-25', '2026-07-28'] as const)('finds of revision %s nothing but what is not offered', async (revision) => {
    const results = join(folder, revision)
    const printed = await runSuite(['server', '--url', door.url, '--requirements', revision, '--output-dir', results])
    const scenarios = readChecks(results)
    expect([...scenarios.keys()], printed).toEqual(expect.arrayContaining([...GREEN[revision]]))
    const unexpected: string[] = []
    const greenAgain: string[] = []
    for (const [scenario, checks] of scenarios) {
      const failed = failedOf(checks)
      if (RED[scenario] !== undefined && failed.length === 0) greenAgain.push(scenario)
      // a refusal has to have the protocol's form, too
      const allowed = RED[scenario] === undefined ? PARTLY[scenario] : undefined
      const isAllowed = ({ id }: Check) =>
        !id.startsWith('wire-schema') && (RED[scenario] !== undefined || allowed?.[id] !== undefined)
      unexpected.push(
        ...failed.filter((check) => !isAllowed(check)).map(({ id, errorMessage }) => `${scenario}: ${id} ${errorMessage}`),
      )
      const ids = new Set(failed.map(({ id }) => id))
      greenAgain.push(...Object.keys(allowed ?? {}).filter((id) => !ids.has(id)))
    }
    expect(unexpected, printed).toEqual([])
    expect(greenAgain, 'no longer red: take them off the list').toEqual([])
  })

  test('finds nothing in the authorization server: its documents, a code by consent, a token', async () => {
    const back = `http://127.0.0.1:${await freeTcpPort()}/callback`
    const origin = `http://127.0.0.1:${port}`
    const clientId = await newClient(portal, 'Suite', back)
    const results = join(folder, 'authorization')
    let isAsked = false
    /** The suite prints the address at which a person consents. */
    const consent = (text: string) => {
      const address = /https?:\/\/\S+\/authorize\?\S+/.exec(text)?.[0]
      if (address === undefined || isAsked) return
      isAsked = true
      const asked = Object.fromEntries(new URL(address).searchParams)
      const body = { ...asked, allow: true, scopes: [...AGENT_SCOPES] } as never
      const headers = { host: new URL(origin).host }
      void portal.request(decideAgentRequest, 'ana', { body }, { headers }).then((answer) => fetch(answer.json().data.redirect))
    }
    const args = ['authorization', '--url', origin, '--client-id', clientId, '--resource', `${origin}/mcp`]
    const printed = await runSuite([...args, '--port', new URL(back).port, '--output-dir', results], consent)
    const checks = [...readChecks(results).values()].flat()
    expect(isAsked, printed).toBe(true)
    expect(failedOf(checks), printed).toEqual([])
    expect(checks.filter(({ status }) => status === 'SUCCESS').length, printed).toBeGreaterThan(1)
  })
})
