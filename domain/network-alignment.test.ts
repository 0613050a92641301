import { expect, test } from 'vitest'
import { adoptedStatus, commandsTowards, STATUS_OF_STATE, wantedState } from './network-alignment.ts'
import { type NetworkState, STATE_AFTER } from './sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from './sim-status.ts'

const STATES = Object.keys(STATUS_OF_STATE) as NetworkState[]
const pairs = STATES.flatMap((from) => STATES.map((to) => [from, to] as const))

test.each(pairs)('the commands from %s to %s end there, or there are none', (from, to) => {
  const commands = commandsTowards(from, to)
  if (commands === undefined) expect(from === 'terminated' || to === 'inactive').toBe(true)
  else expect(commands.reduce<NetworkState>((_, command) => STATE_AFTER[command], from)).toBe(to)
})

test('a blocked SIM is to have no service, a deactivated one is left as it is', () => {
  expect(wantedState(STATUS.suspended)).toBe('suspended')
  expect(wantedState(STATUS.deactivated)).toBeUndefined()
  expect(wantedState(STATUS.active)).toBe('active')
})

test('the network is believed but where the life cycle forbids it', () => {
  expect(adoptedStatus(STATUS.active, 'suspended')).toBe(STATUS.hibernated)
  expect(adoptedStatus(STATUS.terminated, 'active')).toBe(STATUS.active)
  expect(adoptedStatus(STATUS.hibernated, 'suspended')).toBe(STATUS.hibernated)
  expect(adoptedStatus(STATUS.active, 'inactive')).toBe('never_back_to_ready')
  expect(adoptedStatus(STATUS.retired, 'active')).toBe('read_only')
  expect(adoptedStatus(STATUS.hibernationInProcess, 'active')).toBe('wrong_status')
})
