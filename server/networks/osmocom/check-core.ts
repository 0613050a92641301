import type { CheckStep, NetworkCallOptions } from '../network.ts'
import { openConsole } from './console.ts'
import { openControl } from './control.ts'
import type { Core } from './core.ts'
import { firstLine } from './hlr.ts'
import type { OsmocomSettings } from './settings.ts'
import { readActiveContexts } from './sgsn.ts'

/** An IMSI without a subscriber: the HLR answers with an error. */
const UNASSIGNED_IMSI = '000000000000000'

/** Sends each daemon a small request that changes nothing. */
export async function checkCore(
  core: Core,
  settings: OsmocomSettings,
  { signal }: NetworkCallOptions = {},
): Promise<CheckStep[]> {
  const checks: [string, () => Promise<string>][] = [
    ['hlr', core.hlr.version],
    ['subscribers', () => core.hlr.read(UNASSIGNED_IMSI).then(() => 'answers')],
    ['sgsn', core.sgsn.version],
    ['records', () => countSessions(settings)],
    ['ggsn', () => versionAt(settings.ggsnHost, settings.ggsnVtyPort)],
    ...(settings.mscHost === '' ? [] : [['msc', core.msc.version] satisfies [string, () => Promise<string>]]),
  ]
  const steps: CheckStep[] = []
  for (const [part, read] of checks) if (!signal?.aborted) steps.push(await runCheck(part, read))
  return steps
}

async function runCheck(part: string, read: () => Promise<string>): Promise<CheckStep> {
  const startedAt = performance.now()
  const step = (isFine: boolean, text: string): CheckStep => ({
    ...{ part, isFine, text },
    ms: Math.round(performance.now() - startedAt),
  })
  try {
    return step(true, await read())
  } catch (error) {
    return step(false, (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' '))
  }
}

async function countSessions({ sgsnHost, sgsnCtrlPort }: OsmocomSettings): Promise<string> {
  const control = await openControl({ host: sgsnHost, port: sgsnCtrlPort })
  try {
    return `${readActiveContexts(await control.get('subscriber-list-active-v1')).length} data sessions`
  } finally {
    control.close()
  }
}

async function versionAt(host: string, port: number): Promise<string> {
  const console = openConsole(() => ({ host, port }))
  try {
    return firstLine(await console.run('show version'))
  } finally {
    console.close()
  }
}
