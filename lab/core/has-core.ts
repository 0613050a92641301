import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isThere = (program: string): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0
const PROGRAMS = ['osmo-hlr', 'osmo-sgsn', 'osmo-ggsn', 'osmo-msc', 'gcc', 'ip', 'nsenter', 'unshare', 'setpriv']

/** Why no core can run in a network namespace here, as a sentence; '' when it can. */
export function whyNoCore(): string {
  const missing = PROGRAMS.filter((program) => !isThere(program))
  if (missing.length > 0)
    return `${missing.join(', ')} missing; on Debian: apt-get install osmo-hlr osmo-sgsn osmo-ggsn osmo-msc gcc libc6-dev iproute2`
  if (process.getuid?.() !== 0) return 'a network namespace needs root'
  if (!existsSync('/dev/net/tun')) return '/dev/net/tun is missing'
  const isAllowed = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0
  const cable = `enl${process.pid}t`
  const canCable = isAllowed('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', `${cable}2`)
  if (canCable) isAllowed('ip', 'link', 'delete', cable)
  return canCable && isAllowed('unshare', '--net', 'true') ? '' : 'no network namespace can be made here'
}
