import type { CheckStep, NetworkCallOptions } from '../network.ts'
import { openConsole } from './console.ts'
import { openControl } from './control.ts'
import type { Core } from './core.ts'
import { firstLine } from './hlr.ts'
import type { OsmocomSettings } from './settings.ts'
import { readStanding } from './sgsn.ts'

/** An IMSI that nobody has: the register answers that it does not know it. */
const NOBODY = '000000000000000'

/** Asks each daemon for something small, changing nothing. */
export async function checkCore(
  core: Core,
  settings: OsmocomSettings,
  { signal }: NetworkCallOptions = {},
): Promise<CheckStep[]> {
  const parts: [string, () => Promise<string>][] = [
    ['hlr', core.hlr.version],
    ['subscribers', () => core.hlr.read(NOBODY).then(() => 'answers')],
    ['sgsn', core.sgsn.version],
    ['records', () => countSessions(settings)],
    ['ggsn', () => versionAt(settings.ggsnHost, settings.ggsnVtyPort)],
    ...(settings.mscHost === '' ? [] : [['msc', core.msc.version] satisfies [string, () => Promise<string>]]),
  ]
  const steps: CheckStep[] = []
  for (const [part, ask] of parts) if (!signal?.aborted) steps.push(await tryOut(part, ask))
  return steps
}

async function tryOut(part: string, ask: () => Promise<string>): Promise<CheckStep> {
  const begin = performance.now()
  const step = (isFine: boolean, text: string): CheckStep => ({
    ...{ part, isFine, text },
    ms: Math.round(performance.now() - begin),
  })
  try {
    return step(true, await ask())
  } catch (error) {
    return step(false, (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' '))
  }
}

async function countSessions({ sgsnHost, sgsnCtrlPort }: OsmocomSettings): Promise<string> {
  const control = await openControl({ host: sgsnHost, port: sgsnCtrlPort })
  try {
    return `${readStanding(await control.get('subscriber-list-active-v1')).length} data sessions`
  } finally {
    control.close()
  }
}

async function versionAt(host: string, port: number): Promise<string> {
  const line = openConsole(() => ({ host, port }))
  try {
    return firstLine(await line.run('show version'))
  } finally {
    line.close()
  }
}
