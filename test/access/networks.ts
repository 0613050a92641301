import { nothing, type RuleArea } from './rule.ts'

/** As the network is before the sweep; when it was read is put in there. */
const networkSettings = {
  name: 'Movistar Chile',
  enabled: true,
  requestsPerSecond: null,
  maxInFlight: 64,
  timeoutMs: 10_000,
  maxAttempts: 3,
  overrideStatus: null,
  overrideText: '',
  updatedAt: '',
}
const accountingClient = { name: 'GGSN', addresses: '10.20.0.0/24', interimSeconds: 900, disconnectPort: null }

/** A message centre to which nothing is sent here. */
const smppLink = {
  host: '127.0.0.1',
  port: 9,
  isEncrypted: false,
  systemId: 'portal',
  password: 'secret',
  systemType: '',
  source: '',
  addressing: 'msisdn',
  windowSize: 10,
  submitsPerSecond: null,
  wantsInterim: true,
}
const onNetwork = (body?: object) => () => ({ params: { networkId: 'simulated-2' }, ...(body ? { body } : {}) })

/** Networks, their messages and their accounting. */
export const NETWORKS: RuleArea = {
  prepare: async ({ db, clock }) => {
    networkSettings.updatedAt = clock.now.toISOString()
    const spare = { network_id: 'spare', name: 'Spare', kind: 'simulated', updated_at: clock.now }
    await db.insertInto('networks').values(spare).execute()
    const client = { name: 'GGSN', secret: '', updated_at: clock.now }
    await db
      .insertInto('radius_clients')
      .values([4711, 4712].map((client_id) => ({ ...client, client_id, addresses: `192.0.2.${client_id - 4700}/32` })))
      .execute()
  },
  rules: {
    'GET /networks/{networkId}/smpp': { rightly: onNetwork(), elsewhere: 'everyone' },
    'PUT /networks/{networkId}/smpp': { rightly: onNetwork(smppLink), elsewhere: 'everyone' },
    'DELETE /networks/{networkId}/smpp': { rightly: onNetwork(), elsewhere: 'everyone' },
    'GET /networks': { rightly: nothing, elsewhere: 'not_found' },
    'PUT /networks/{networkId}': {
      rightly: () => ({ params: { networkId: 'simulated-1' }, body: networkSettings }),
      elsewhere: 'not_found',
    },
    'POST /networks': {
      rightly: () => {
        const { overrideStatus: _status, overrideText: _text, updatedAt: _at, ...limits } = networkSettings
        return { body: { ...limits, networkId: 'new', kind: 'simulated' } }
      },
      elsewhere: 'not_found',
    },
    'DELETE /networks/{networkId}': { rightly: () => ({ params: { networkId: 'spare' } }), elsewhere: 'not_found' },
    'POST /networks/{networkId}/try': { rightly: () => ({ params: { networkId: 'simulated-1' } }), elsewhere: 'not_found' },
    'POST /networks/try': { rightly: () => ({ body: { kind: 'simulated' } }), elsewhere: 'not_found' },
    'GET /networks/rules': { rightly: nothing, elsewhere: 'not_found' },
    'PUT /networks/rules': {
      rightly: () => ({ body: { rules: [{ originId: 1, simTypeId: 2, networkId: 'simulated-1' }] } }),
      elsewhere: 'not_found',
    },
    'GET /networks/comparisons': { rightly: nothing, elsewhere: 'not_found' },
    'POST /networks/comparisons': { rightly: nothing, elsewhere: 'not_found' },
    'GET /networks/drifts': { rightly: nothing, elsewhere: 'not_found' },
    'GET /networks/accounting': { rightly: nothing, elsewhere: 'not_found' },
    'POST /networks/accounting/clients': {
      rightly: () => ({ body: { ...accountingClient, secret: 'enlace-sweep' } }),
      elsewhere: 'not_found',
    },
    'POST /networks/accounting/files': {
      rightly: () => ({ query: { fileName: 'cdr.csv' }, body: 'imsi,session,start,stop,uplink_bytes,downlink_bytes\n' }),
      elsewhere: 'not_found',
    },
    'PUT /networks/accounting/clients/{clientId}': {
      rightly: () => ({ params: { clientId: '4711' }, body: { ...accountingClient, addresses: '192.0.2.11' } }),
      elsewhere: 'not_found',
    },
    'DELETE /networks/accounting/clients/{clientId}': {
      rightly: () => ({ params: { clientId: '4712' } }),
      elsewhere: 'not_found',
    },
    'POST /networks/drifts/settle': { rightly: () => ({ body: { goal: 'network', all: true } }), elsewhere: 'not_found' },
  },
}
