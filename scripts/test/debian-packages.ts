import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromiumOfMachine } from './find-chromium.ts'

interface Needed {
  /** what the tests that need them test, as a sentence goes on after 'Not tested: ' */
  readonly about: string
  readonly packages: readonly string[]
  /** programs by which one sees that they are there */
  readonly programs: readonly string[]
  /** only for these runs; without it for `test` and `soak` */
  readonly runs?: readonly Run[]
}

type Run = 'test' | 'soak' | 'image' | 'drill'

/** What some tests need of Debian. They skip themselves where it is missing. */
const NEEDED: readonly Needed[] = [
  {
    about: 'messages over osmo-msc, a message centre that is not ours',
    packages: ['osmo-msc', 'osmo-hlr', 'gcc', 'libc6-dev'],
    programs: ['osmo-msc', 'osmo-hlr', 'gcc', 'setpriv'],
  },
  {
    about: 'the portal on a mobile core (osmo-hlr, osmo-sgsn, osmo-ggsn)',
    packages: ['osmo-hlr', 'osmo-sgsn', 'osmo-ggsn', 'osmo-msc', 'gcc', 'libc6-dev', 'iproute2'],
    programs: ['osmo-hlr', 'osmo-sgsn', 'osmo-ggsn', 'osmo-msc', 'gcc', 'ip', 'nsenter', 'unshare', 'setpriv'],
  },
  {
    about: 'accounting and Disconnect-Requests with FreeRADIUS, which is not ours',
    packages: ['freeradius', 'freeradius-utils'],
    programs: ['freeradius', 'radclient'],
  },
  { about: 'processes that die and stop behind HAProxy', packages: ['haproxy'], programs: ['haproxy', 'setpriv'] },
  { about: 'the advice on plans, against an exact solver', packages: ['glpk-utils'], programs: ['glpsol'] },
  { about: 'completion of the terminal in zsh and fish', packages: ['zsh', 'fish'], programs: ['zsh', 'fish'] },
  { about: 'the first call of a new customer, by curl', packages: ['curl'], programs: ['curl'] },
  {
    about: 'the files of deploy/ with the programs that read them',
    packages: ['prometheus', 'nginx-light', 'caddy', 'systemd'],
    programs: ['promtool', 'nginx', 'caddy', 'systemd-analyze'],
    // these packages start services of their own
    runs: ['soak'],
  },
  {
    about: 'the container image, as root on Linux',
    packages: ['buildah', 'mmdebstrap', 'util-linux'],
    programs: ['buildah', 'mmdebstrap', 'unshare'],
    runs: ['soak', 'image'],
  },
  {
    about: 'lost machines: fail-over and recovery, as root on Linux',
    packages: ['postgresql', 'patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbackrest'],
    programs: ['patroni', 'etcd', 'haproxy', 'pgbackrest', 'setpriv'],
    runs: ['soak', 'drill'],
  },
]

/** Runs that need nothing but what is named for them. */
const isPartly = (run: Run): boolean => run === 'image' || run === 'drill'

const isThere = (program: string): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0
const lacks = ({ programs }: Needed): boolean => !programs.every(isThere)

/** On Debian as root installs what the tests need and says so in one line. @returns what is not tested without it, a line each */
export function ensureDebianPackages(run: Run): string[] {
  const missing = NEEDED.filter((needed) => lacks(needed) && (isPartly(run) ? needed.runs?.includes(run) === true : true))
  const browser = chromiumOfMachine({ takesShell: true })
  const installed = missing.filter(({ runs = ['test', 'soak'] }) => runs.includes(run))
  const packages = [
    ...installed.flatMap((needed) => needed.packages),
    ...(browser.kind === 'install' && run !== 'image' ? [browser.name] : []),
  ]
  if (packages.length > 0 && existsSync('/etc/debian_version') && process.getuid?.() === 0) install([...new Set(packages)])
  return missing
    .filter(lacks)
    .map((needed) => `NOT TESTED: ${needed.about}. On Debian: apt-get install ${needed.packages.join(' ')}`)
}

function install(packages: readonly string[]): void {
  console.log(`  … As root, installing from Debian what the tests need: apt-get install ${packages.join(' ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
    if (status !== 0) console.log(stderr.trim())
  }
}
