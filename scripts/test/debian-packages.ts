import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

interface Wanted {
  /** what the tests that need them test, as a sentence goes on after 'Not tested: ' */
  readonly about: string
  readonly packages: readonly string[]
  /** programs by which one sees that they are there */
  readonly programs: readonly string[]
}

/** What some tests need of Debian. They skip themselves where it is missing. */
const WANTED: readonly Wanted[] = [
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
  { about: 'the first call of a new customer, by curl', packages: ['curl'], programs: ['curl'] },
]

const isThere = (program: string): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0
const lacks = ({ programs }: Wanted): boolean => !programs.every(isThere)

/** On Debian as root installs what is missing. @returns what is not tested then, a line each */
export function ensureDebianPackages(): string[] {
  const missing = WANTED.filter(lacks)
  if (missing.length > 0 && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const packages = [...new Set(missing.flatMap((wanted) => wanted.packages))]
    console.log(`  … Installing ${packages.join(', ')} from Debian`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update'], { env, stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env, stdio: 'ignore' })
  }
  return missing
    .filter(lacks)
    .map(({ about, packages }) => `NOT TESTED: ${about}. On Debian: apt-get install ${packages.join(' ')}`)
}
