import { expect, test } from 'vitest'
import { adoptedStatus, commandsToReach, desiredState, driftKind, STATUS_OF_STATE } from './network-alignment.ts'
import { type NetworkSimState, STATE_AFTER } from './sim-lifecycle.ts'
import { ADMINISTRATIVE_STATUS as STATUS } from './sim-status.ts'

const STATES = Object.keys(STATUS_OF_STATE) as NetworkSimState[]
const pairs = STATES.flatMap((from) => STATES.map((to) => [from, to] as const))

test.each(pairs)('the commands from %s to %s reach it, or there are none', (from, to) => {
  const commands = commandsToReach(from, to)
  if (commands === undefined) expect(from === 'terminated' || to === 'inactive').toBe(true)
  else expect(commands.reduce<NetworkSimState>((_, command) => STATE_AFTER[command], from)).toBe(to)
})

test('a blocked SIM has no service, a deactivated one is left alone', () => {
  expect(desiredState(STATUS.suspended)).toBe('suspended')
  expect(desiredState(STATUS.deactivated)).toBeUndefined()
  expect(desiredState(STATUS.active)).toBe('active')
})

test('the network’s state is adopted unless the life cycle forbids it', () => {
  expect(adoptedStatus(STATUS.active, 'suspended')).toBe(STATUS.hibernated)
  expect(adoptedStatus(STATUS.terminated, 'active')).toBe(STATUS.active)
  expect(adoptedStatus(STATUS.hibernated, 'suspended')).toBe(STATUS.hibernated)
  expect(adoptedStatus(STATUS.active, 'inactive')).toBe('never_back_to_ready')
  expect(adoptedStatus(STATUS.retired, 'active')).toBe('read_only')
  expect(adoptedStatus(STATUS.hibernationInProcess, 'active')).toBe('wrong_status')
})

test('a difference is one of the state unless it was recorded as one of the profile or of the lock to a device', () => {
  const problems = ['', 'not_possible', 'other_profile', 'other_device']
  expect(problems.map(driftKind)).toEqual(['state', 'state', 'profile', 'device'])
})
