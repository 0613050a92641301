import { plainText } from '#domain/plain-text.ts'
import type { ActionName } from '#web/features/sims/actions/action-names.ts'
import { fitOf } from './fit.ts'

/** What people call the actions on a SIM, in both languages: each is understood in either. */
const VERBS: Readonly<Record<ActionName, readonly string[]>> = {
  diagnose: ['diagnosticar', 'diagnóstico', 'probar', 'revisar', 'diagnose', 'diagnosis', 'test', 'check'],
  restart: ['reiniciar', 'reinicio', 'resetear', 'restart', 'reset', 'reboot'],
  sms: ['enviar sms', 'enviar mensaje', 'sms', 'mensaje', 'send sms', 'send message', 'message'],
  chat: ['chatear', 'chat', 'conversación', 'conversation'],
  custom: ['editar', 'renombrar', 'etiquetar', 'etiqueta', 'edit', 'rename', 'label'],
  tag: ['editar tags', 'tag', 'tags', 'etiquetar', 'poner tag', 'quitar tag', 'edit tags', 'add tag', 'remove tag', 'untag'],
  group: [
    'mover a un grupo',
    'mover',
    'grupo',
    'cambiar de grupo',
    'agrupar',
    'move to group',
    'move',
    'group',
    'change group',
  ],
  lock: ['vincular', 'vínculo', 'fijar dispositivo', 'candado', 'lock', 'lock to device', 'device lock', 'unlock'],
  plan: ['cambiar plan', 'cambiar de plan', 'otro plan', 'change plan', 'plan change', 'switch plan'],
  apn: ['configurar apn', 'apn', 'configure apn'],
  activate: ['activar', 'activación', 'dar de alta', 'alta', 'encender', 'activate', 'activation', 'turn on'],
  hibernate: ['hibernar', 'hibernación', 'suspender', 'pausar', 'dormir', 'hibernate', 'hibernation', 'suspend', 'pause'],
  reactivate: ['reactivar', 'reactivación', 'reanudar', 'despertar', 'reactivate', 'reactivation', 'resume', 'wake up'],
  cutData: ['cortar datos', 'cortar los datos', 'cortar', 'cut data', 'cut off data'],
  restoreData: ['restablecer datos', 'restablecer los datos', 'restaurar datos', 'restore data'],
  withdrawTermination: ['retirar la baja', 'retirar baja', 'anular la baja', 'withdraw termination', 'undo termination'],
  unblock: ['desbloquear', 'desbloqueo', 'unblock'],
  block: ['bloquear', 'bloqueo', 'block'],
  terminate: ['dar de baja', 'baja', 'terminar', 'cancelar', 'terminate', 'termination', 'cancel'],
}

/** Words between a verb and what it is about. */
const FILLERS = new Set(['a', 'la', 'el', 'un', 'una', 'sim', 'tarjeta', 'linea', 'the', 'card', 'line'])

/** So many letters of a verb are enough before what it is about. */
const SHORTEST = 3

export interface AskedVerb {
  readonly action: ActionName
  /** what it is about; '' while that is not typed */
  readonly about: string
}

interface Candidate extends AskedVerb {
  readonly fit: number
  readonly letters: number
}

/** The typed text with a verb and what it is about in either order: 'hibernar 2116', '2116 hibernar'. */
function* divided(typed: string): Generator<{ verb: string; about: string }> {
  const words = typed.trim().split(/\s+/)
  for (let count = words.length; count > 0; count--) {
    yield { verb: words.slice(0, count).join(' '), about: words.slice(count).join(' ') }
    if (count < words.length) yield { verb: words.slice(-count).join(' '), about: words.slice(0, -count).join(' ') }
  }
}

const withoutFillers = (about: string): string => {
  const words = about.split(' ')
  const first = words.findIndex((word) => !FILLERS.has(plainText(word)))
  return first < 0 ? '' : words.slice(first).join(' ')
}

/** The parts of a phrase that count: its beginning, or all of it with a typing error. */
function fitOfVerb(verb: string, phrase: string): number | undefined {
  const fit = fitOf(verb, phrase)
  return fit === 0 || ((fit === 1 || fit === 4) && verb.length >= SHORTEST) ? fit : undefined
}

/** The actions that a typed text can ask for, the likeliest first: the better fit, then the longer verb. */
export function verbsIn(typed: string): AskedVerb[] {
  if (typed.trim() === '') return []
  const best = new Map<ActionName, Candidate>()
  for (const { verb, about } of divided(typed)) {
    for (const [action, phrases] of Object.entries(VERBS) as [ActionName, readonly string[]][]) {
      for (const phrase of phrases) {
        const fit = fitOfVerb(verb, phrase)
        if (fit === undefined) continue
        const one = { action, about: withoutFillers(about), fit, letters: verb.length }
        const known = best.get(action)
        if (!known || isBetter(one, known)) best.set(action, one)
      }
    }
  }
  return [...best.values()]
    .sort((a, b) => a.fit - b.fit || b.letters - a.letters)
    .map(({ action, about }) => ({ action, about }))
}

const isBetter = (one: Candidate, other: Candidate): boolean =>
  one.fit !== other.fit ? one.fit < other.fit : one.letters > other.letters
