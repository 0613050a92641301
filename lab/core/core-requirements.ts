import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const isInstalled = (program: string): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0
const PROGRAMS = ['osmo-hlr', 'osmo-sgsn', 'osmo-ggsn', 'osmo-msc', 'gcc', 'ip', 'nsenter', 'unshare', 'setpriv']

/** Why no core can run in a network namespace on this machine, as a sentence; '' when it can. */
export function missingRequirement(): string {
  const missing = PROGRAMS.filter((program) => !isInstalled(program))
  if (missing.length > 0)
    return `${missing.join(', ')} missing; on Debian: apt-get install osmo-hlr osmo-sgsn osmo-ggsn osmo-msc gcc libc6-dev iproute2`
  if (process.getuid?.() !== 0) return 'a network namespace needs root'
  if (!existsSync('/dev/net/tun')) return '/dev/net/tun is missing'
  const isAllowed = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0
  const link = `enl${process.pid}t`
  const canAddLink = isAllowed('ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', `${link}2`)
  if (canAddLink) isAllowed('ip', 'link', 'delete', link)
  return canAddLink && isAllowed('unshare', '--net', 'true') ? '' : 'no network namespace can be made here'
}
