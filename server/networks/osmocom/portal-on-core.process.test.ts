import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAlarm, deleteAlarm } from '#contract/alarms/alarms.calls.ts'
import { decodeList, decodeTsv } from '#contract/list-codec.ts'
import { deleteLockPolicy, setLockPolicy } from '#contract/locks/lock-policies.calls.ts'
import { lockSim } from '#contract/locks/locks.calls.ts'
import { massActivation, massHibernation, massReactivation } from '#contract/operations/mass-actions.calls.ts'
import { getOperation } from '#contract/operations/operations.calls.ts'
import { activateSim, hibernateSim, reactivateSim, resetSim } from '#contract/operations/sim-actions.calls.ts'
import { getSimUsage } from '#contract/sims/sim-history.calls.ts'
import { getChatSms, sendSms, testGprs, testGsm } from '#contract/sims/sim-tools.calls.ts'
import { getSim, listSims, simList } from '#contract/sims/sims.calls.ts'
import { LAB_NETWORK, OSMOCOM_ACCOUNT } from '#lab/core/configs.ts'
import { type LabCore, startCore } from '#lab/core/core.ts'
import { missingRequirement } from '#lab/core/core-requirements.ts'
import { namespaceHost } from '#lab/core/lab-host.ts'
import { type GbCell, openGbCell } from '#lab/phone/gb-cell.ts'
import { createGprsPhone, type GprsPhone, type PhoneEvent } from '#lab/phone/gprs-phone.ts'
import { openCell } from '#lab/phone/sgs.ts'
import { labImei, labSim } from '#lab/portal/lab-network.ts'
import { LAB, seedLab } from '#lab/portal/seed-lab.ts'
import { startUsageCounter } from '#server/usage/usage-counter.ts'
import { COMPANIES } from '#test/fleet.ts'
import { type Portal, startPortal } from '#test/portal.ts'
import { startPortalWork } from '#test/portal-work.ts'

const why = missingRequirement()
const POLL = { interval: 100 }
const FLEET = 200
/** The SIMs of the fleet, then one for the life cycle, then one for messages. */
const [ALONE, CHATTING] = [FLEET + 1, FLEET + 2] as const
const AREA = { mcc: LAB_NETWORK.mcc, mnc: LAB_NETWORK.mnc, areaCode: 7, cellId: 4660 }

describe.skipIf(why !== '')(
  why === '' ? 'the portal on a mobile core' : `NOT TESTED, the portal on a mobile core: ${why}`,
  () => {
    let portal: Portal
    let core: LabCore
    let cell: GbCell
    const ends: (() => Promise<void> | void)[] = []
    const phoneEvents: PhoneEvent[] = []
    let phone: GprsPhone

    beforeAll(async () => {
      const parts = [startPortal(), namespaceHost().then((host) => startCore(host, ['hlr', 'ggsn', 'sgsn', 'msc']))] as const
      ;[portal, core] = await Promise.all(parts)
      const { db, secrets, networks } = portal.services
      const simsOfType = [
        { simTypeId: 2, count: ALONE },
        { simTypeId: 6, count: 1 },
      ]
      await db.insertInto('sim_types').values({ sim_type_id: 6, name: 'Chat' }).execute()
      await seedLab(db, secrets, core.host, { companyId: COMPANIES.andes, simsOfType })
      await networks.reload()
      const counter = startUsageCounter({ db, log: pino({ level: 'silent' }) })
      const endWork = await startPortalWork(portal)
      const clock = setInterval(() => {
        portal.clock.now = new Date()
      }, 20)
      ends.push(endWork, counter.stop, () => clearInterval(clock))
      cell = await openGbCell(core.host, AREA)
      phone = createGprsPhone(cell, {
        imsi: labSim(ALONE).imsi,
        imei: labImei(ALONE),
        onEvent: (event) => phoneEvents.push(event),
      })
    })
    afterAll(async () => {
      cell?.close()
      for (const end of ends) await end()
      await core?.close()
      await portal?.close()
    })

    const { iccid } = labSim(ALONE)
    const detail = () => portal.data(getSim, 'ana', { params: { icc: iccid } })
    const used = async (): Promise<number> => (await detail()).monthlyDataConsumption
    const refusal = (attempt: Promise<unknown>) => expect(attempt).rejects.toMatchObject({ name: 'Refused' })
    const act = async (call: typeof activateSim, icc = iccid) =>
      (await portal.data(call, 'ana', { params: { id: icc }, body: {} })).simAdministrativeStatusId
    const hasSession = async (open: boolean) => {
      await expect.poll(async () => (await detail()).gprsStatus === 1, POLL).toBe(open)
    }

    test('a SIM that is not activated cannot attach; after activation its session is in the detail', async () => {
      await refusal(phone.attach())
      expect(await act(activateSim)).toBe(2)
      await phone.attach()
      const ip = await phone.connect(LAB_NETWORK.apn)
      await hasSession(true)
      expect(await detail()).toMatchObject({
        ...{ ip, apn: LAB_NETWORK.apn, imei: labImei(ALONE), currentNetwork: '901-70', radioTechnology: 'GSM' },
        ...{ lastIpSgsn: core.sgsnIp, lastIpGgsn: core.ggsnIp },
      })
      const gsm = await portal.data(testGsm, 'ana', { params: { id: iccid } })
      expect(gsm).toMatchObject({ code: 'registered', evidence: { imei: labImei(ALONE), mcc: '901', mnc: '70' } })
      const gprs = await portal.data(testGprs, 'ana', { params: { id: iccid } })
      expect(gprs).toMatchObject({ code: 'connected', evidence: { ip, apnUsed: LAB_NETWORK.apn, ggsnIp: core.ggsnIp } })
    })

    test('usage equals the bytes sent', async () => {
      await phone.send(123_457)
      await expect.poll(used, POLL).toBe(123_457)
      const days = await portal.data(getSimUsage, 'ana', { params: { icc: iccid } })
      expect(JSON.stringify(days)).toContain('123457')
    })

    test('a restart ends the session, and the phone opens another', async () => {
      const before = phone.ip()
      await portal.data(resetSim, 'ana', { params: { id: iccid } })
      await hasSession(false)
      const sent = phone.sentBytes()
      await phone.send(100)
      await expect.poll(() => phoneEvents, POLL).toEqual(['reattach requested'])
      await phone.attach()
      const ip = await phone.connect(LAB_NETWORK.apn)
      expect(ip).not.toBe(before)
      await expect.poll(async () => (await detail()).ip, POLL).toBe(ip)
      // what it sent without a session is not charged
      expect(await used()).toBe(sent)
    })

    test('hibernation ends the session and blocks the phone; after reactivation it attaches again', async () => {
      await phone.send(5_000)
      const before = (await used()) + 5_000
      expect(await act(hibernateSim)).toBe(11)
      await expect.poll(() => phoneEvents.at(-1), POLL).toBe('detached')
      await hasSession(false)
      await refusal(phone.attach())
      await expect.poll(used, POLL).toBe(before)
      expect(await act(reactivateSim)).toBe(2)
      await phone.attach()
      await phone.connect(LAB_NETWORK.apn)
      await hasSession(true)
    })

    test('an alarm over its limit cuts data but not messages; deleting the alarm restores data', async () => {
      const body = { company: COMPANIES.andes, plan: LAB.planCode, limit: 1, email: 'ops@andes.test', active: '1', action: '1' }
      const { alarmId } = await portal.data(createAlarm, 'ana', { body: body as never })
      await phone.send(1_100_000)
      await expect.poll(async () => (await detail()).simAdministrativeStatusId, POLL).toBe(10)
      await expect.poll(() => phone.isAttached(), POLL).toBe(false)
      await refusal(phone.attach())
      await portal.data(deleteAlarm, 'ana', { params: { id: alarmId } })
      await expect.poll(async () => (await detail()).simAdministrativeStatusId, POLL).toBe(2)
      await phone.attach()
      await phone.connect(LAB_NETWORK.apn)
      await hasSession(true)
    })

    test('locked to its own network it loses its data in a cell abroad, and has it back at home', async () => {
      const area = { mode: 'listed' as const, values: [`${LAB_NETWORK.mcc}-${LAB_NETWORK.mnc}`] }
      await portal.data(lockSim, 'ana', { params: { id: iccid }, body: { area } })
      const status = async () => (await detail()).simAdministrativeStatusId
      await phone.detach()
      const abroad = await openGbCell(core.host, { mcc: '208', mnc: '01', areaCode: 9, cellId: 1 })
      const away = createGprsPhone(abroad, { imsi: labSim(ALONE).imsi, imei: labImei(ALONE) })
      await away.attach()
      await expect.poll(status, POLL).toBe(10)
      expect((await detail()).currentNetwork).toBe('208-01')
      await expect.poll(() => away.isAttached(), POLL).toBe(false)
      await refusal(away.attach())
      abroad.close()
      // the SGSN, whose records say where a SIM is, refuses one without data: a person says that it is back
      await portal.data(lockSim, 'ana', { params: { id: iccid }, body: { area: { mode: 'off' } } })
      await expect.poll(status, POLL).toBe(2)
      await phone.attach()
      await phone.connect(LAB_NETWORK.apn)
      await hasSession(true)
    })

    test('a message arrives with its receipt, and the answer comes back', async () => {
      const sim = labSim(CHATTING)
      expect(await act(activateSim, sim.iccid)).toBe(2)
      const messageCell = await openCell(core.host)
      ends.unshift(messageCell.close)
      const messagePhone = messageCell.phone(sim.imsi)
      await messagePhone.attach()
      const { message } = await portal.data(sendSms, 'luis', { body: { icc: sim.iccid, message: '¿Nivel?' } })
      const chat = async () => (await portal.data(getChatSms, 'luis', { params: { id: sim.iccid } })).messages
      const stateOf = async () => (await chat()).find(({ messageId }) => messageId === message.messageId)?.state
      await expect.poll(stateOf, POLL).toBe('delivered')
      expect(messagePhone.messages.map(({ text }) => text)).toEqual(['¿Nivel?'])
      await messagePhone.send(OSMOCOM_ACCOUNT.source, 'Nivel 80 %')
      const answers = async () => (await chat()).filter(({ direction }) => direction === 'in').map(({ text }) => text)
      await expect.poll(answers, POLL).toEqual(['Nivel 80 %'])
    })

    describe(`with ${FLEET} phones`, () => {
      const numbers = Array.from({ length: FLEET }, (_, index) => index + 1)
      const icc = numbers.map((n) => labSim(n).iccid)
      const bytesOf = (n: number): number => 1_000 + n
      let phones: GprsPhone[] = []
      const all = async (does: (one: GprsPhone, n: number) => Promise<unknown>): Promise<void> => {
        for (let at = 0; at < FLEET; at += 20)
          await Promise.all(phones.slice(at, at + 20).map((one, index) => does(one, at + index + 1)))
      }
      const connectAll = () =>
        all(async (one) => {
          await one.attach()
          await one.connect(LAB_NETWORK.apn)
        })
      const start = async (call: typeof massHibernation): Promise<number> =>
        (await portal.data(call, 'ana', { body: { icc } })).operationId
      const counts = async (operationId: number) => (await portal.data(getOperation, 'ana', { params: { operationId } })).counts
      const succeeded = (operationId: number) =>
        expect.poll(async () => (await counts(operationId)).succeeded, POLL).toBe(FLEET)
      const hasBegun = (operationId: number) =>
        expect.poll(async () => (await counts(operationId)).succeeded, { ...POLL, interval: 5 }).toBeGreaterThan(10)
      /** The fleet by the list, in the order of its numbers. */
      const listed = async () => {
        const { body } = await portal.request(listSims, 'ana', {
          body: { filter: { providerIds: [LAB.originId], simTypeIds: [2] } },
        })
        const rows = new Map(decodeList(simList, decodeTsv(body)).map((row) => [row.icc, row]))
        return icc.flatMap((one) => rows.get(one) ?? [])
      }
      const usages = async () => (await listed()).map((row) => row.consumptionMonthlyData)

      test('one operation activates them and one hibernates them; each detaches and is charged what it sent', async () => {
        await succeeded(await start(massActivation))
        phones = numbers.map((n) => createGprsPhone(cell, { imsi: labSim(n).imsi, imei: labImei(n) }))
        await connectAll()
        await all((one, n) => one.send(bytesOf(n)))
        await succeeded(await start(massHibernation))
        await expect.poll(() => phones.filter((one) => one.isAttached()).length, POLL).toBe(0)
        await expect.poll(usages, POLL).toEqual(numbers.map(bytesOf))
      })

      test('an HLR that dies during an operation: all are reactivated once it is back', async () => {
        const operationId = await start(massReactivation)
        await hasBegun(operationId)
        await core.kill('hlr')
        await core.start('hlr')
        await succeeded(operationId)
        await expect.poll(() => core.run('hlr', 'show gsup-connections'), POLL).toContain('SGSN-TEST')
        await connectAll()
      })

      test('an SGSN that dies during an operation: all are hibernated, no session stays open, and nothing is charged twice', async () => {
        await all((one, n) => one.send(bytesOf(n)))
        const sums = numbers.map((n) => 2 * bytesOf(n))
        await expect.poll(usages, POLL).toEqual(sums)
        const operationId = await start(massHibernation)
        await hasBegun(operationId)
        await core.kill('sgsn')
        await core.start('sgsn')
        await succeeded(operationId)
        await cell.open()
        await refusal(phones[FLEET - 1]?.attach() ?? Promise.resolve())
        const states = async () => new Set((await listed()).map(({ gprsStatus }) => gprsStatus))
        await expect.poll(states, POLL).not.toContain(1)
        expect(await usages()).toEqual(sums)
      })

      test('of all, bound to their devices, a tenth is put into others: exactly those lose their data, and have it back', async () => {
        await succeeded(await start(massReactivation))
        await connectAll()
        const body = { company: COMPANIES.andes, groupId: null, device: { mode: 'learn' as const } }
        const { policyId } = await portal.data(setLockPolicy, 'ana', { body })
        const held = () =>
          portal.db.selectFrom('sim_locks').select('device_values').where('iccid', 'in', icc).orderBy('iccid').execute()
        await expect
          .poll(async () => (await held()).map(({ device_values }) => device_values), POLL)
          .toEqual(numbers.map((n) => [labImei(n)]))
        const moved = numbers.filter((n) => n % 10 === 0)
        const seconds: number[] = []
        for (const n of moved) {
          await phones[n - 1]?.detach()
          phones[n - 1]?.close()
          let begin = 0
          const onEvent = (event: PhoneEvent) => {
            if (event === 'detached') seconds.push((performance.now() - begin) / 1000)
          }
          const other = createGprsPhone(cell, { imsi: labSim(n).imsi, imei: labImei(1_000 + n), onEvent })
          await other.attach()
          begin = performance.now()
          await other.connect(LAB_NETWORK.apn)
        }
        await expect.poll(() => seconds.length, POLL).toBe(moved.length)
        const statuses = async () => (await listed()).map(({ simAdministrativeStatusId }) => simAdministrativeStatusId)
        await expect.poll(statuses, POLL).toEqual(numbers.map((n) => (n % 10 === 0 ? 10 : 2)))
        expect(phones.filter((one) => one.isAttached())).toHaveLength(FLEET - moved.length)
        const longest = Math.max(...seconds)
        console.info(`from a session in another device to its end: at most ${longest.toFixed(1)} s of ${moved.length}`)
        await portal.data(deleteLockPolicy, 'ana', { params: { policyId } })
        await expect.poll(statuses, POLL).toEqual(numbers.map(() => 2))
      })
    })
  },
)
