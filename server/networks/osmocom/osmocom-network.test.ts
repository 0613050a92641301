import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { ReportedState } from '#domain/sim-lifecycle.ts'
import { type LabCore, startCore } from '#lab/core/core.ts'
import { missingRequirement } from '#lab/core/core-requirements.ts'
import { namespaceHost } from '#lab/core/lab-host.ts'
import { labSettings, labSim } from '#lab/portal/lab-network.ts'
import { askOne } from '#server/cells/ask-cells.ts'
import { createTestDatabase } from '#test/database.ts'
import { type ContractRig, testNetworkContract } from '../network-contract.ts'
import { OSMOCOM } from './osmocom-kind.ts'

const why = missingRequirement()

/** The HLR console commands that bring a SIM into each state. */
const HLR_COMMANDS: Readonly<Record<Exclude<ReportedState, 'unrecognised'>, readonly string[]>> = {
  inactive: [],
  active: ['create', 'update msisdn MSISDN'],
  data_cut: ['create', 'update msisdn MSISDN', 'update network-access-mode cs'],
  suspended: ['create', 'update msisdn MSISDN', 'update network-access-mode none'],
  terminated: ['create', 'update network-access-mode none'],
}

async function openRig(): Promise<ContractRig> {
  const [database, core] = await Promise.all([
    createTestDatabase(),
    namespaceHost().then((host): Promise<LabCore> => startCore(host, ['hlr', 'ggsn', 'sgsn', 'msc'])),
  ])
  const log = pino({ level: 'silent' })
  const clock = (): Date => new Date()
  const roster = { find: async () => [], after: async () => [] }
  const kind = OSMOCOM.open({ pool: database.pool, askCells: askOne(database.pool), roster, log, clock })
  const network = kind.connect('core', () => labSettings(core.host))
  let n = 0
  return {
    network,
    unknownSim: { iccid: '8956030000000000018', imsi: '730010000000001', msisdn: '56940000001' },
    sim: async (state) => {
      const sim = labSim(++n)
      for (const line of HLR_COMMANDS[state]) {
        await core.run('hlr', `subscriber imsi ${sim.imsi} ${line.replace('MSISDN', sim.msisdn)}`)
      }
      return sim
    },
    close: async () => {
      await kind.close()
      await core.close()
      await database.drop()
    },
  }
}

if (why === '') testNetworkContract('osmocom', openRig)
else {
  describe(`NOT TESTED, osmocom: ${why}`, () => {
    test.skip('the port', () => expect.unreachable())
  })
}
