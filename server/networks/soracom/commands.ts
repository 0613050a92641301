import { gsmSize } from '#domain/gsm-alphabet.ts'
import type { ReportedState } from '#domain/sim-lifecycle.ts'
import { createKeyedMutex } from '../keyed-mutex.ts'
import type { Command, CommandAnswer, OutgoingSms } from '../network.ts'
import type { CommandKind, NetworkSim } from '../network-types.ts'
import { type SoracomSim, simAnswer, smsAnswer } from './answers.ts'
import type { SoracomClient } from './client.ts'
import { answerBeforeSending, answerOfFailure, rejected } from './outcome.ts'
import type { SoracomSettings } from './settings.ts'
import type { SimDirectory } from './sims.ts'
import { imeiLockOf, mapState } from './views.ts'

interface StateTransition {
  readonly from: readonly ReportedState[]
  readonly to: ReportedState
  /** the last path segment of the API call */
  readonly action: (settings: SoracomSettings) => string
}

type TransitionKind = Exclude<CommandKind, 'resetConnection' | 'sendSms'>

const TRANSITIONS: Readonly<Record<TransitionKind, StateTransition>> = {
  activate: { from: ['inactive'], to: 'active', action: () => 'activate' },
  suspend: {
    from: ['active', 'data_cut'],
    to: 'suspended',
    action: ({ hibernation }) => (hibernation === 'standby' ? 'set_to_standby' : 'suspend'),
  },
  // a SIM that was only blocked is restored the same way
  resume: { from: ['suspended', 'data_cut'], to: 'active', action: () => 'activate' },
  terminate: { from: ['inactive', 'active', 'data_cut', 'suspended'], to: 'terminated', action: () => 'terminate' },
  cutData: { from: ['active'], to: 'data_cut', action: () => 'deactivate' },
  restoreData: { from: ['data_cut'], to: 'active', action: () => 'activate' },
}

/** Soracom's speed classes (document, UpdateSpeedClassRequest); a SIM can have those of its subscription. */
export const SPEED_CLASSES = [
  's1.minimum',
  's1.slow',
  's1.standard',
  's1.fast',
  's1.4xfast',
  's1.8xfast',
  'u1.slow',
  'u1.standard',
]

export interface SoracomCommands {
  readonly change: (kind: TransitionKind) => (sim: NetworkSim, command: Command) => Promise<CommandAnswer>
  readonly resetConnection: (sim: NetworkSim, command: Command) => Promise<CommandAnswer>
  readonly sendSms: (sim: NetworkSim, message: OutgoingSms, command: Command) => Promise<CommandAnswer>
  readonly setProfile: (sim: NetworkSim, profile: string, command: Command) => Promise<CommandAnswer>
  readonly setDeviceLock: (sim: NetworkSim, imei: string, command: Command) => Promise<CommandAnswer>
}

interface Parts {
  readonly client: SoracomClient
  readonly sims: SimDirectory
  readonly settings: () => SoracomSettings
}

/**
 * Creates the commands. Each reads the SIM first, because the API accepts a change to the current state like any other:
 * this rejects impossible commands before anything is sent. Commands of one SIM run one after the other.
 */
export function createSoracomCommands(parts: Parts): SoracomCommands {
  const mutex = createKeyedMutex()
  const withSim = (
    sim: NetworkSim,
    { signal }: Command,
    work: (found: SoracomSim, send: PostAction) => Promise<CommandAnswer>,
  ): Promise<CommandAnswer> =>
    mutex.runExclusive(sim.iccid, async () => {
      const found = await parts.sims.find(sim, signal)
      if (found.kind !== 'ok') return answerBeforeSending(found)
      return work(found.body, (action, body) => post(parts, sim, found.body, { action, body, signal }))
    })
  return {
    change: (kind) => (sim, command) =>
      withSim(sim, command, async (found, send) => {
        const rejection = rejectionFor(found, TRANSITIONS[kind])
        if (rejection) return rejection
        if (kind === 'terminate') return terminate(found, send)
        const { action, to } = TRANSITIONS[kind]
        const { answer, after } = await send(action(parts.settings()))
        if (!after) return answer
        if (mapState(after.status) !== to) return { kind: 'unknown', why: 'half_answer' }
        // a session that outlives its SIM's service continues to cost
        if (to !== 'active' && after.sessionStatus?.online) await send('delete_session')
        return answer
      }),
    resetConnection: (sim, command) =>
      withSim(sim, command, async (found, send) => {
        const state = mapState(found.status)
        if (state !== 'active' && state !== 'data_cut') return rejected('wrong_state', `the SIM is ${found.status}`)
        return (await send('delete_session')).answer
      }),
    sendSms: (sim, message, command) => withSim(sim, command, (found) => sendSms(parts, found, message, command)),
    setProfile: (sim, profile, command) => withSim(sim, command, (found, send) => setSpeedClass(found, profile, send)),
    setDeviceLock: (sim, imei, command) => withSim(sim, command, (found, send) => setImeiLock(found, imei, send)),
  }
}

/** The rejection of a change in the SIM's current state; undefined when it is possible. */
function rejectionFor({ status }: SoracomSim, { from, to }: StateTransition): CommandAnswer | undefined {
  const state = mapState(status)
  if (state === to) return rejected('already_in_state', `the SIM is ${status}`)
  return from.includes(state) ? undefined : rejected('wrong_state', `the SIM is ${status}`)
}

/** The answer, and the SIM's new state where the API returned it. */
interface PostResult {
  readonly answer: CommandAnswer
  readonly after: SoracomSim | undefined
}
type PostAction = (action: string, body?: unknown) => Promise<PostResult>

async function post(
  { client, sims }: Parts,
  sim: NetworkSim,
  { simId }: SoracomSim,
  { action, ...request }: { action: string; body: unknown; signal: AbortSignal | undefined },
): Promise<PostResult> {
  const sent = await client.send({ method: 'POST', path: ['sims', simId, action], answer: simAnswer, ...request })
  if (sent.kind !== 'ok') return { answer: answerOfFailure(sent), after: undefined }
  if (!sims.isAnswerFor(sim, sent.body)) return { answer: { kind: 'unknown', why: 'half_answer' }, after: undefined }
  return { answer: { kind: 'done' }, after: sent.body }
}

/** Disables termination protection and terminates. A definite rejection restores the protection. */
async function terminate(found: SoracomSim, send: PostAction): Promise<CommandAnswer> {
  const isProtected = found.terminationEnabled !== true
  if (isProtected) {
    const { answer, after } = await send('enable_termination')
    if (!after) return answer
  }
  const { answer, after } = await send('terminate')
  if (answer.kind === 'rejected' && isProtected) await send('disable_termination')
  if (after && mapState(after.status) !== 'terminated') return { kind: 'unknown', why: 'half_answer' }
  return answer
}

/** HTTP 400 means that the SIM's subscription does not have the class (document, updateSimSpeedClass). */
async function setSpeedClass(found: SoracomSim, speedClass: string, send: PostAction): Promise<CommandAnswer> {
  if (mapState(found.status) === 'terminated') return rejected('wrong_state', `the SIM is ${found.status}`)
  if (found.speedClass === speedClass) return rejected('already_in_state', `the SIM has ${speedClass}`)
  const { answer, after } = await send('update_speed_class', { speedClass })
  return after && after.speedClass !== speedClass ? { kind: 'unknown', why: 'half_answer' } : answer
}

/** HTTP 400 means that the IMEI is invalid (document, setSimImeiLock). Without `|ANONYMOUS`: a device that names no IMEI gets no session. */
async function setImeiLock(found: SoracomSim, imei: string, send: PostAction): Promise<CommandAnswer> {
  if (mapState(found.status) === 'terminated') return rejected('wrong_state', `the SIM is ${found.status}`)
  if (imeiLockOf(found) === imei)
    return rejected('already_in_state', imei === '' ? 'the SIM has no lock' : `the SIM is locked to ${imei}`)
  const { answer, after } = await (imei === '' ? send('unset_imei_lock') : send('set_imei_lock', { imei }))
  return after && imeiLockOf(after) !== imei ? { kind: 'unknown', why: 'half_answer' } : answer
}

/**
 * Maximum length of a message, without multipart: 160 characters of the GSM alphabet, or 70 of UCS-2 (document,
 * SmsForwardingRequest).
 */
const MAX_LENGTH = { gsm7: 160, ucs2: 70 } as const
const TOO_LONG = 'the text is longer than one message: 160 letters of the GSM alphabet, or 70 with others'

/** Sends a message; HTTP 400 means that SIM or plan has no messages (document, sendSmsToSim). */
async function sendSms(
  { client }: Parts,
  found: SoracomSim,
  { text }: OutgoingSms,
  { signal }: Command,
): Promise<CommandAnswer> {
  const state = mapState(found.status)
  if (state !== 'active' && state !== 'data_cut') return rejected('wrong_state', `the SIM is ${found.status}`)
  // characters of the extension table are not in their standard alphabet
  const isGsm = [...text].every((letter) => gsmSize(letter) === 1)
  if (text === '' || text.length > MAX_LENGTH[isGsm ? 'gsm7' : 'ucs2']) return rejected('invalid', TOO_LONG)
  const body = { payload: text, encodingType: isGsm ? 1 : 2 }
  const path = ['sims', found.simId, 'send_sms']
  const sent = await client.send({ method: 'POST', path, body, answer: smsAnswer, signal })
  if (sent.kind === 'ok') return { kind: 'accepted', reference: sent.body.messageId ?? '' }
  return sent.kind === 'refused' && sent.status === 400 ? rejected('not_supported', sent.text) : answerOfFailure(sent)
}
