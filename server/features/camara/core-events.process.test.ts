import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateSim } from '#contract/operations/sim-actions.calls.ts'
import { testGsm } from '#contract/sims/sim-tools.calls.ts'
import { getSim } from '#contract/sims/sims.calls.ts'
import { EVENT_API_NAMES, type EventApiName, eventApi, eventType } from '#domain/camara-events.ts'
import { LAB_NETWORK } from '#lab/core/configs.ts'
import { type LabCore, startCore } from '#lab/core/core.ts'
import { missingRequirement } from '#lab/core/core-requirements.ts'
import { namespaceHost } from '#lab/core/lab-host.ts'
import { type GbCell, openGbCell } from '#lab/phone/gb-cell.ts'
import { createGprsPhone, type GprsPhone } from '#lab/phone/gprs-phone.ts'
import { labImei, labSim } from '#lab/portal/lab-network.ts'
import { LAB, seedLab } from '#lab/portal/seed-lab.ts'
import { startUsageCounter } from '#server/usage/usage-counter.ts'
import { askCamara, keyToken, newApiKey } from '#test/camara.ts'
import { CAMARA_DOCUMENTS } from '#test/camara-documents.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { startPortalWork } from '#test/portal-work.ts'
import { selfSigned } from '#test/self-signed.ts'
import { openReceiver, type Receiver } from '#test/webhook-receiver.ts'

const why = missingRequirement()
const POLL = { interval: 50 }
const AREA = { mcc: LAB_NETWORK.mcc, mnc: LAB_NETWORK.mnc, areaCode: 7, cellId: 4660 }
/** Cells of networks in other countries, at the same SGSN. */
const FRANCE = { mcc: '208', mnc: '01', areaCode: 9, cellId: 1 }
const SPAIN = { mcc: '214', mnc: '07', areaCode: 9, cellId: 2 }
const { iccid, imsi, msisdn } = labSim(1)

/** What the phone's own core can make happen. */
const SUBSCRIBED: readonly (readonly [EventApiName, string])[] = [
  ...eventApi('device-reachability-status-subscriptions').types.map(
    (type) => ['device-reachability-status-subscriptions', type] as const,
  ),
  ['connected-network-type-subscriptions', 'network-type-changed'],
  ...eventApi('device-roaming-status-subscriptions').types.map(
    (type) => ['device-roaming-status-subscriptions', type] as const,
  ),
  ['iot-sim-fraud-prevention-subscriptions', 'imei-change'],
  ['device-data-volume-subscriptions', 'data-50-percent'],
  ['device-data-volume-subscriptions', 'data-exceeded'],
]

describe.skipIf(why !== '')(
  why === '' ? 'events of a phone on a mobile core' : `NOT TESTED, events of a phone on a mobile core: ${why}`,
  () => {
    let portal: Portal
    let core: LabCore
    let cell: GbCell
    let sink: Receiver
    let phone: GprsPhone
    const ends: (() => Promise<void> | void)[] = []
    const trusted = getCACertificates('default')

    beforeAll(async () => {
      const identity = selfSigned()
      setDefaultCACertificates([...trusted, identity.cert])
      sink = await openReceiver(identity)
      sink.answer = (response) => response.writeHead(204).end()
      const env = { API_KEY_REQUESTS_PER_MINUTE: '1000000', WEBHOOK_NETWORKS: '127.0.0.0/8' }
      const parts = [
        startPortal({ env }),
        namespaceHost().then((host) => startCore(host, ['hlr', 'ggsn', 'sgsn', 'msc'])),
      ] as const
      ;[portal, core] = await Promise.all(parts)
      const { db, secrets, networks } = portal.services
      await seedLab(db, secrets, core.host, { companyId: COMPANIES.andes, simsOfType: [{ simTypeId: 2, count: 1 }] })
      for (const table of ['plans', 'plan_terms'] as const)
        await db.updateTable(table).set({ data_mb: 1 }).where('plan_code', '=', LAB.planCode).execute()
      await networks.reload()
      const counter = startUsageCounter({ db, log: pino({ level: 'silent' }) })
      const endWork = await startPortalWork(portal)
      const clock = setInterval(() => {
        portal.clock.now = new Date()
      }, 20)
      ends.push(endWork, counter.stop, () => clearInterval(clock))
      cell = await openGbCell(core.host, AREA)
      phone = createGprsPhone(cell, { imsi, imei: labImei(1) })
      await portal.data(activateSim, 'ana', { params: { id: iccid }, body: {} })
    })
    afterAll(async () => {
      setDefaultCACertificates(trusted)
      cell?.close()
      for (const end of ends) await end()
      await core?.close()
      await sink?.close()
      await portal?.close()
    })

    /** Events since the last call, by the last part of their types, each judged by its document. */
    function received(): Map<string, unknown> {
      const events = sink.received.splice(0).map(({ body }) => JSON.parse(body))
      return new Map(
        events.map((event) => {
          const api = EVENT_API_NAMES.find((name) => event.type.startsWith(`${eventApi(name).prefix}.`)) ?? ''
          expect(CAMARA_DOCUMENTS.get(api)?.eventProblems(event), event.type).toBe('')
          const { subscriptionId: _, device, ...more } = event.data
          const type = event.type.split('.').at(-1)
          if (type !== 'subscription-started') expect(device).toEqual({ phoneNumber: `+${msisdn}` })
          return [type, more] as const
        }),
      )
    }
    /** The end of a session that was open may arrive before that of the registration, or not at all. */
    async function expectDetached(): Promise<void> {
      await expect.poll(() => sink.received.some(({ body }) => body.includes('reachability-disconnected')), POLL).toBe(true)
      const [first, ...others] = [...received().keys()].sort()
      expect([first, others.filter((type) => type !== 'reachability-sms')]).toEqual(['reachability-disconnected', []])
    }
    /** Waits for events of these types; more than them are a failure. */
    async function expectEvents(...types: readonly string[]): Promise<Map<string, unknown>> {
      await expect.poll(() => sink.received.length, POLL).toBeGreaterThanOrEqual(types.length)
      const events = received()
      expect([...events.keys()].sort()).toEqual([...types].sort())
      return events
    }

    test('it attaches, opens a session, closes it and detaches: each arrives at the sink', async () => {
      const token = await keyToken(portal, (await newApiKey(portal)).key)
      for (const [api, type] of SUBSCRIBED) {
        const config = { subscriptionDetail: { device: { phoneNumber: `+${msisdn}` } } }
        const request = { protocol: 'HTTP', sink: sink.url, types: [eventType(api, type)], config }
        const made = await askCamara(portal, token, `/${api}/${eventApi(api).version}/subscriptions`, request)
        expect(made.status, JSON.stringify(made.body)).toBe(201)
      }
      const started = SUBSCRIBED.filter(([api]) => eventApi(api).started !== '')
      await expect.poll(() => sink.received.length, POLL).toBe(started.length)
      received()

      await phone.attach()
      const attached = await expectEvents(
        ...['reachability-sms', 'network-type-changed', 'roaming-status', 'roaming-off', 'imei-change'],
      )
      expect(attached.get('network-type-changed')).toEqual({ connectedNetworkType: '2G' })
      expect(attached.get('roaming-status')).toEqual({ roaming: false })
      expect(attached.get('imei-change')).toEqual({ imei: labImei(1) })
      await phone.connect(LAB_NETWORK.apn)
      await expectEvents('reachability-data')
      await phone.disconnect()
      await expectEvents('reachability-sms')
      await phone.detach()
      await expectEvents('reachability-disconnected')
    })

    test('it uses half of its plan’s data, and all of it', async () => {
      await phone.attach()
      await expectEvents('reachability-sms')
      await phone.connect(LAB_NETWORK.apn)
      await expectEvents('reachability-data')
      await phone.send(600_000)
      await expectEvents('data-50-percent')
      await phone.send(500_000)
      await expectEvents('data-exceeded')
      await phone.detach()
      await expectDetached()
    })

    test('its SIM travels through two countries in another device and comes home: each arrives', async () => {
      const networkOfSim = async () => (await portal.data(getSim, 'ana', { params: { icc: iccid } })).currentNetwork
      const [france, spain] = [await openGbCell(core.host, FRANCE), await openGbCell(core.host, SPAIN)]
      const inFrance = createGprsPhone(france, { imsi, imei: labImei(2) })
      await inFrance.attach()
      const away = await expectEvents('reachability-sms', 'imei-change', 'roaming-status', 'roaming-on')
      expect(away.get('imei-change')).toEqual({ imei: labImei(2) })
      expect(away.get('roaming-status')).toEqual({ roaming: true, countryCode: 208, countryName: ['FR'] })
      expect(await networkOfSim()).toBe('208-01')
      const { evidence } = await portal.data(testGsm, 'ana', { params: { id: iccid } })
      expect(evidence).toMatchObject({ mcc: FRANCE.mcc, mnc: FRANCE.mnc })
      await inFrance.detach()
      await expectDetached()

      const inSpain = createGprsPhone(spain, { imsi, imei: labImei(2) })
      await inSpain.attach()
      const onwards = await expectEvents('reachability-sms', 'roaming-change-country')
      expect(onwards.get('roaming-change-country')).toEqual({ countryCode: 214, countryName: ['ES'] })
      await inSpain.detach()
      await expectDetached()

      await phone.attach()
      const home = await expectEvents('reachability-sms', 'imei-change', 'roaming-status', 'roaming-off')
      expect(home.get('roaming-status')).toEqual({ roaming: false })
      expect(await networkOfSim()).toBe('901-70')
      france.close()
      spain.close()
    })
  },
)
