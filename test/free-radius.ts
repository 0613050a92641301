import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** FreeRADIUS on a loopback address of its own: a gateway that ends one session when asked, and a proxy for accounting. */
export interface FreeRadius {
  readonly host: string
  readonly disconnectPort: number
  /** accounting that is sent here is passed on to the listener */
  readonly proxyPort: number
  readonly close: () => Promise<void>
}

interface Options {
  readonly secret: string
  /** the session id */
  readonly sessionKey: string
  /** where it passes accounting on to, on 127.0.0.1 */
  readonly accountingPort: number
}

const DISCONNECT_PORT = 3799
const PROXY_PORT = 1814

export const hasFreeRadius = ['freeradius', 'radclient'].every((name) => spawnSync('which', [name]).status === 0)

/** An address that no other run takes: all of 127.0.0.0/8 is loopback (RFC 1122 section 3.2.1.3). */
const ownAddress = (): string => `127.78.${(process.pid >> 8) & 0xff}.${(process.pid & 0x7f) + 1}`

export async function startFreeRadius(options: Options): Promise<FreeRadius> {
  const host = ownAddress()
  const folder = mkdtempSync(join(tmpdir(), 'enlace-freeradius-'))
  writeFileSync(join(folder, 'radiusd.conf'), configuration(folder, host, options))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, 65_534, 65_534)
  // it must not stay when the run is killed
  const own = isRoot ? ['--reuid=65534', '--regid=65534', '--clear-groups'] : []
  const server = spawn('setpriv', [...own, '--pdeathsig=KILL', 'freeradius', '-f', '-X', '-d', folder, '-n', 'radiusd'])
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      lines.push(line)
      if (line.includes('Ready to process requests')) resolve()
    })
    ended.then(() => reject(new Error(`FreeRADIUS ended: ${lines.slice(-5).join('\n')}`)), reject)
  })
  return {
    host,
    disconnectPort: DISCONNECT_PORT,
    proxyPort: PROXY_PORT,
    close: async () => {
      server.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Its parser wants a line break before every closing brace. */
function configuration(folder: string, host: string, { secret, sessionKey, accountingPort }: Options): string {
  return `
prefix = /usr
localstatedir = ${folder}
logdir = ${folder}
raddbdir = ${folder}
run_dir = ${folder}
libdir = /usr/lib/freeradius
pidfile = ${folder}/radiusd.pid
name = radiusd
log {
  destination = stdout
}
security {
  allow_core_dumps = no
  reject_delay = 0
  status_server = yes
}
thread pool {
  start_servers = 1
  max_servers = 2
  min_spare_servers = 1
  max_spare_servers = 1
}
client portal {
  ipaddr = 127.0.0.0/8
  secret = ${secret}
  require_message_authenticator = no
}
modules {
  always ok {
    rcode = ok
  }
  always reject {
    rcode = reject
  }
}
server gateway {
  listen {
    type = coa
    ipaddr = ${host}
    port = ${DISCONNECT_PORT}
  }
  recv-coa {
    if (&Acct-Session-Id && (&Acct-Session-Id == "${sessionKey}")) {
      ok
    }
    else {
      update reply {
        &Error-Cause := Session-Context-Not-Found
      }
      reject
    }
  }
  send-coa {
    ok
  }
}
proxy server {
  default_fallback = no
}
home_server portal {
  type = acct
  ipaddr = 127.0.0.1
  port = ${accountingPort}
  secret = ${secret}
  response_window = 3
  status_check = none
}
home_server_pool portal_pool {
  type = fail-over
  home_server = portal
}
realm portal {
  acct_pool = portal_pool
}
server proxy {
  listen {
    type = acct
    ipaddr = ${host}
    port = ${PROXY_PORT}
  }
  preacct {
    update control {
      Proxy-To-Realm := "portal"
    }
  }
  accounting {
    ok
  }
}
`
}
