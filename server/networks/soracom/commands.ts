import { gsmSize } from '#domain/gsm-alphabet.ts'
import type { Command, CommandAnswer, OutgoingSms } from '../network.ts'
import type { CommandKind, NetworkSim, ReportedState } from '../network-types.ts'
import { type SoracomSim, simAnswer, smsAnswer } from './answers.ts'
import type { SoracomClient } from './client.ts'
import { answerBefore, answerOf, reject } from './outcome.ts'
import type { SoracomSettings } from './settings.ts'
import type { Sims } from './sims.ts'
import { createTurns } from './turns.ts'
import { stateOf } from './views.ts'

interface Change {
  readonly from: readonly ReportedState[]
  readonly to: ReportedState
  /** the end of the path that does it */
  readonly does: (settings: SoracomSettings) => string
}

type ChangeKind = Exclude<CommandKind, 'resetConnection' | 'sendSms'>

const CHANGES: Readonly<Record<ChangeKind, Change>> = {
  activate: { from: ['inactive'], to: 'active', does: () => 'activate' },
  suspend: {
    from: ['active', 'data_cut'],
    to: 'suspended',
    does: ({ hibernation }) => (hibernation === 'standby' ? 'set_to_standby' : 'suspend'),
  },
  // one that was only blocked there comes back the same way
  resume: { from: ['suspended', 'data_cut'], to: 'active', does: () => 'activate' },
  terminate: { from: ['inactive', 'active', 'data_cut', 'suspended'], to: 'terminated', does: () => 'terminate' },
  cutData: { from: ['active'], to: 'data_cut', does: () => 'deactivate' },
  restoreData: { from: ['data_cut'], to: 'active', does: () => 'activate' },
}

export interface Commands {
  readonly change: (kind: ChangeKind) => (sim: NetworkSim, command: Command) => Promise<CommandAnswer>
  readonly resetConnection: (sim: NetworkSim, command: Command) => Promise<CommandAnswer>
  readonly sendSms: (sim: NetworkSim, message: OutgoingSms, command: Command) => Promise<CommandAnswer>
}

interface Parts {
  readonly client: SoracomClient
  readonly sims: Sims
  readonly settings: () => SoracomSettings
}

/**
 * Commands, each after a look at the SIM: the API takes a change to the state that a SIM has as readily as any other, and the look
 * tells what can't be done before anything is sent. Those of one SIM go one after the other.
 */
export function createCommands(parts: Parts): Commands {
  const turns = createTurns()
  const withSim = (
    sim: NetworkSim,
    { signal }: Command,
    work: (found: SoracomSim, send: Post) => Promise<CommandAnswer>,
  ): Promise<CommandAnswer> =>
    turns.take(sim.iccid, async () => {
      const found = await parts.sims.find(sim, signal)
      if (found.kind !== 'ok') return answerBefore(found)
      return work(found.body, (does) => post(parts, sim, found.body, does, signal))
    })
  return {
    change: (kind) => (sim, command) =>
      withSim(sim, command, async (found, send) => {
        const no = refusal(found, CHANGES[kind])
        if (no) return no
        if (kind === 'terminate') return terminate(found, send)
        const { does, to } = CHANGES[kind]
        const { answer, after } = await send(does(parts.settings()))
        if (!after) return answer
        if (stateOf(after.status) !== to) return { kind: 'unknown', why: 'half_answer' }
        // a session that outlives its SIM's service goes on costing
        if (to !== 'active' && after.sessionStatus?.online) await send('delete_session')
        return answer
      }),
    resetConnection: (sim, command) =>
      withSim(sim, command, async (found, send) => {
        const state = stateOf(found.status)
        if (state !== 'active' && state !== 'data_cut') return reject('wrong_state', `the SIM is ${found.status}`)
        return (await send('delete_session')).answer
      }),
    sendSms: (sim, message, command) => withSim(sim, command, (found) => sendSms(parts, found, message, command)),
  }
}

/** What the state that the SIM is in has against a change; undefined for nothing. */
function refusal({ status }: SoracomSim, { from, to }: Change): CommandAnswer | undefined {
  const state = stateOf(status)
  if (state === to) return reject('already_in_state', `the SIM is ${status}`)
  return from.includes(state) ? undefined : reject('wrong_state', `the SIM is ${status}`)
}

/** What was answered, and the SIM as it is after it where that was told. */
interface Posted {
  readonly answer: CommandAnswer
  readonly after: SoracomSim | undefined
}
type Post = (does: string) => Promise<Posted>

async function post(
  { client, sims }: Parts,
  sim: NetworkSim,
  { simId }: SoracomSim,
  does: string,
  signal: AbortSignal | undefined,
): Promise<Posted> {
  const sent = await client.send({ method: 'POST', path: ['sims', simId, does], answer: simAnswer, signal })
  if (sent.kind !== 'ok') return { answer: answerOf(sent), after: undefined }
  if (!sims.isAbout(sim, sent.body)) return { answer: { kind: 'unknown', why: 'half_answer' }, after: undefined }
  return { answer: { kind: 'done' }, after: sent.body }
}

/** Protection off, then the end. What is surely refused leaves the protection as it was. */
async function terminate(found: SoracomSim, send: Post): Promise<CommandAnswer> {
  const isProtected = found.terminationEnabled !== true
  if (isProtected) {
    const { answer, after } = await send('enable_termination')
    if (!after) return answer
  }
  const { answer, after } = await send('terminate')
  if (answer.kind === 'rejected' && isProtected) await send('disable_termination')
  if (after && stateOf(after.status) !== 'terminated') return { kind: 'unknown', why: 'half_answer' }
  return answer
}

/** One message, and none in parts: 160 letters of the GSM alphabet, or 70 of UCS-2 (document, SmsForwardingRequest). */
const LONGEST = { gsm7: 160, ucs2: 70 } as const
const TOO_LONG = 'the text is longer than one message: 160 letters of the GSM alphabet, or 70 with others'

/** What they say of a SIM or plan without messages (document, sendSmsToSim). */
async function sendSms(
  { client }: Parts,
  found: SoracomSim,
  { text }: OutgoingSms,
  { signal }: Command,
): Promise<CommandAnswer> {
  const state = stateOf(found.status)
  if (state !== 'active' && state !== 'data_cut') return reject('wrong_state', `the SIM is ${found.status}`)
  // letters of the extension table are not of the standard alphabet that they take
  const isGsm = [...text].every((letter) => gsmSize(letter) === 1)
  if (text === '' || text.length > LONGEST[isGsm ? 'gsm7' : 'ucs2']) return reject('invalid', TOO_LONG)
  const body = { payload: text, encodingType: isGsm ? 1 : 2 }
  const path = ['sims', found.simId, 'send_sms']
  const sent = await client.send({ method: 'POST', path, body, answer: smsAnswer, signal })
  if (sent.kind === 'ok') return { kind: 'accepted', reference: sent.body.messageId ?? '' }
  return sent.kind === 'refused' && sent.status === 400 ? reject('not_supported', sent.text) : answerOf(sent)
}
