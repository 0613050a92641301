import type { LabHost } from './lab-host.ts'

export type DaemonName = 'hlr' | 'ggsn' | 'sgsn' | 'msc'

/** Ports of the daemons; those of VTY and CTRL are Osmocom's own. */
export const PORTS = {
  hlr: { vty: 4258, ctrl: 4259, gsup: 4222 },
  sgsn: { vty: 4245, ctrl: 4251, gb: 23_000 },
  ggsn: { vty: 4260 },
  msc: { vty: 4254, smpp: 2775, sgs: 29_118 },
} as const

/** The core's network code and APN. */
export const LAB_NETWORK = { mcc: '901', mnc: '70', apn: 'iot.test' } as const

/** System id and password of the portal's bind, and the number that devices write to. */
export const OSMOCOM_ACCOUNT = { systemId: 'portal', password: 'secret', source: '777' } as const

const LOG = 'log stderr\n logging filter all 1\n logging level set-all notice\n'

const interfaces = (host: string, vty: number): string => `${LOG}line vty
 no login
 bind ${host} ${vty}
ctrl
 bind ${host}
`

/** The configuration of each daemon. */
export const CONFIGS: Readonly<Record<DaemonName, (labHost: LabHost) => string>> = {
  hlr: ({ host }) => `${interfaces(host, PORTS.hlr.vty)}hlr
 database hlr.db
 gsup
  bind ip ${host}
`,

  // A refused attach is answered after T3350: 1 s instead of 6. Usage is reported every 5 s: rows of 200 phones each second overrun the
  // 100 that OsmoSGSN queues for a connection when timers expire together on a busy machine, and what is over is dropped.
  sgsn: ({ host, sgsnIp, ggsnIp }) => `${interfaces(host, PORTS.sgsn.vty)}sgsn
 gtp state-dir .
 gtp local-ip ${sgsnIp}
 ggsn 0 remote-ip ${ggsnIp}
 ggsn 0 gtp-version 1
 apn * ggsn 0
 authentication optional
 auth-policy remote
 timer T3350 1
 gsup remote-ip ${host}
 gsup remote-port ${PORTS.hlr.gsup}
 gsup ipa-name SGSN-TEST
 cdr filename records.csv
 cdr interval 5
 cdr trap
ns
 bind udp local
  listen ${host} ${PORTS.sgsn.gb}
  accept-ipaccess
bssgp
`,

  ggsn: ({ host, ggsnIp }) => `${interfaces(host, PORTS.ggsn.vty)}ggsn ggsn0
 gtp state-dir .
 gtp bind-ip ${ggsnIp}
 apn ${LAB_NETWORK.apn}
  gtpu-mode tun
  tun-device tun4
  type-support v4
  ip prefix dynamic 10.99.0.0/16
  ip dns 0 10.99.0.1
  ip ifconfig 10.99.0.1/16
  no shutdown
 no shutdown ggsn
`,

  msc: ({ host }) => `${interfaces(host, PORTS.msc.vty)}cs7 instance 0
 point-code 0.23.1
 asp asp-0 5000 0 ipa
  remote-ip ${host}
 as as-0 ipa
  asp asp-0
  routing-key 0 0.23.1
network
 network country code ${LAB_NETWORK.mcc}
 mobile network code ${LAB_NETWORK.mnc}
 short name Test
 long name Test
 encryption a5 0
 authentication optional
msc
 mgw remote-ip ${host}
 mgw remote-port 2427
hlr
 remote-ip ${host}
 remote-port ${PORTS.hlr.gsup}
 ipa-name MSC-TEST
sgs
 local-ip ${host}
smpp
 local-tcp-ip ${host} ${PORTS.msc.smpp}
 system-id osmo
 policy closed
 smpp-first
 esme ${OSMOCOM_ACCOUNT.systemId}
  password ${OSMOCOM_ACCOUNT.password}
  alert-notifications
  dcs-transparent
  default-route
`,
}
