import { hostname, userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient } from './api-client.ts'
import { callNamed } from './commands.ts'
import { Ending, EXIT } from './failure.ts'
import { newKey } from './new-key.ts'
import { note, styled } from './screen.ts'

interface Started {
  readonly userCode: string
  readonly expiresAt: string
  /** seconds */
  readonly interval: number
}

/** Longest name of a machine that the portal takes, characters. */
const MACHINE_MAX = 50
const machineName = (): string => `enlace: ${userInfo().username}@${hostname()}`.slice(0, MACHINE_MAX)

/**
 * A key that a person lets in (RFC 8628): it is made here, the portal shows them this machine, and they confirm the code that stands
 * here.
 */
export async function keyOfDevice(url: string): Promise<string> {
  const key = newKey()
  const portal = new ApiClient({ url, key })
  const { data } = await portal.data<Started>(callNamed('startDeviceLogin'), { body: { machine: machineName() } })
  const { userCode, interval, expiresAt } = data
  note(`Open ${styled(`${url}/integrations?device=${userCode}`, 'bold', process.stderr)}`)
  note(`and confirm the code ${styled(userCode, 'bold', process.stderr)}. Waiting…`)
  while (Date.parse(expiresAt) > Date.now()) {
    await sleep(interval * 1000)
    const { data: own } = await portal.data<{ state: string }>(callNamed('getOwnDeviceLogin'), {})
    if (own.state === 'approved') return key
    if (own.state === 'refused') throw new Ending(EXIT.key, 'The login was refused in the portal.')
    if (own.state === 'expired') break
  }
  throw new Ending(EXIT.key, 'Nobody confirmed the code in time; run enlace login again.')
}
