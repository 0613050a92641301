import type { Exclusion, OperationKind, SimAction } from '#domain/eligibility.ts'
import { COMPANY_GROUPS_MAX } from '#domain/groups.ts'
import type { ItemFailure, ItemState, OperationState } from '#domain/operations.ts'
import { COMPANY_TAGS_MAX, SIM_TAGS_MAX } from '#domain/tags.ts'
import { SIM_LOCK_SENTENCES } from '../locks/lock-messages.ts'
import type { Sentence } from '../sentence.ts'

/** What operations say in both languages: on the page, in answers and in the files of results. */

/** Said when an action meets a SIM that is not editable for its type (specification section 4, word for word in English). */
export const NOT_EDITABLE_SENTENCES = {
  legacy: {
    es: 'No disponible para legacy, excepto Telefónica legacy con APN privado',
    en: 'not available for legacy, except Telefónica legacy with private APN',
  },
  vodafone: {
    es: 'No disponible para Vodafone, excepto Vodafone con APN privado',
    en: 'not available for Vodafone, except Vodafone with private APN',
  },
} as const satisfies Record<string, Sentence>

/** Before an activation is confirmed (specification section 4). */
export const ACTIVATION_WARNING = { es: 'Esta operación no se puede deshacer', en: 'This operation cannot be undone' } as const

/** The end of a mass operation (specification section 8). */
export const MASS_SENTENCES = {
  allDone: { es: 'Proceso realizado exitosamente', en: 'Process completed successfully' },
  failed: { es: 'Ha ocurrido un error, intenta mas tarde', en: 'An error has occurred, try again later' },
} as const satisfies Record<string, Sentence>

export const EXCLUSION_SENTENCES: Record<Exclusion, Sentence> = {
  not_found: { es: 'La SIM no existe', en: 'The SIM doesn’t exist' },
  wrong_status: { es: 'El estado de la SIM no lo permite', en: 'The SIM’s status doesn’t allow it' },
  type_not_editable: { es: 'El tipo de SIM no lo permite', en: 'The SIM’s type doesn’t allow it' },
  not_allowed: {
    es: 'No tiene permiso para esta operación',
    en: 'You don’t have permission for this operation',
  },
  already_in_target: { es: 'La SIM ya está en ese estado', en: 'The SIM is already in that status' },
  operation_open: {
    es: 'Ya hay otra operación en curso para esta SIM',
    en: 'Another operation is already in progress for this SIM',
  },
  duplicate: { es: 'La SIM ya está en una línea anterior', en: 'The SIM is already in an earlier line' },
  same_plan: { es: 'La SIM ya tiene ese plan', en: 'The SIM is already on that plan' },
  plan_not_fitting: {
    es: 'El plan es de otro origen o de otro tipo de SIM',
    en: 'The plan is for another origin or SIM type',
  },
  plan_not_offered: { es: 'El plan ya no se ofrece', en: 'The plan is no longer on offer' },
  plan_bound: {
    es: 'La permanencia mínima en su plan no ha terminado',
    en: 'The minimum stay on its plan hasn’t ended',
  },
}

export const FAILURE_SENTENCES: Record<ItemFailure, Sentence> = {
  rejected: { es: 'La red rechazó la operación', en: 'The network rejected the operation' },
  timeout: { es: 'La red no confirmó a tiempo', en: 'The network didn’t confirm in time' },
  unreachable: { es: 'La red no respondió', en: 'The network didn’t respond' },
  no_network: { es: 'Ninguna red atiende esta SIM', en: 'No network serves this SIM' },
  not_supported: { es: 'La red de esta SIM no lo ofrece', en: 'This SIM’s network doesn’t support it' },
  status_changed: {
    es: 'El estado de la SIM cambió antes de la operación',
    en: 'The SIM’s status changed before the operation',
  },
  too_soon: { es: 'La SIM se reinició hace muy poco', en: 'The SIM was restarted very recently' },
  too_many_tags: {
    es: `La SIM tendría más de ${SIM_TAGS_MAX} tags`,
    en: `The SIM would have more than ${SIM_TAGS_MAX} tags`,
  },
  too_many_company_tags: {
    es: `La empresa tendría más de ${COMPANY_TAGS_MAX} tags`,
    en: `The company would have more than ${COMPANY_TAGS_MAX} tags`,
  },
  too_many_groups: {
    es: `La empresa tendría más de ${COMPANY_GROUPS_MAX} grupos`,
    en: `The company would have more than ${COMPANY_GROUPS_MAX} groups`,
  },
  group_by_rule: {
    es: 'El grupo es por regla: las SIMs entran y salen solas',
    en: 'The group is by rule: SIMs enter and leave it by themselves',
  },
  unknown_geofence: SIM_LOCK_SENTENCES.unknownGeofence,
  internal: { es: 'Ha ocurrido un error', en: 'An error has occurred' },
}

/** What else a line's code can say. */
export const NOTE_SENTENCES = {
  called_off: {
    es: 'La hibernación se canceló antes de llegar a la red',
    en: 'The hibernation was cancelled before it reached the network',
  },
  withdrawn: { es: 'La baja se retiró', en: 'The termination was withdrawn' },
  cancelled: { es: 'Cancelada antes de comenzar', en: 'Cancelled before it began' },
  cooling_off: {
    es: 'Baja solicitada; se puede retirar hasta la fecha indicada',
    en: 'Termination requested; it can be withdrawn until the date shown',
  },
  next_attach: {
    es: 'La SIM está desconectada: tendrá efecto en la próxima conexión',
    en: 'The SIM is offline: this takes effect at its next connection',
  },
  next_cycle: { es: 'El plan cambia con el próximo ciclo', en: 'The plan changes with the next cycle' },
  superseded: { es: 'La reemplazó otro cambio de plan', en: 'Replaced by another plan change' },
  plan_withdrawn: { es: 'El cambio de plan se retiró', en: 'The plan change was withdrawn' },
  waiting: { es: 'Esperando a que termine otra operación', en: 'Waiting for another operation to finish' },
  unknown: {
    es: 'La red no respondió. Se sigue consultando hasta saber el resultado',
    en: 'The network didn’t respond. It’s checked again until the result is known',
  },
  network_busy: {
    es: 'La red tiene otro cambio de esta SIM en curso. Se sigue consultando hasta saber el resultado',
    en: 'The network has another change to this SIM in progress. It’s checked again until the result is known',
  },
} as const satisfies Record<string, Sentence>

/** The fields of a SIM were changed after the user saw them. */
export const FIELDS_CHANGED_SENTENCE: Sentence = {
  es: 'Alguien cambió estos campos mientras tanto; no se guardó nada',
  en: 'Someone changed these fields meanwhile; nothing was saved',
}

/** A single action that is done. */
export const DONE_SENTENCES: Record<OperationKind, Sentence> = {
  activate: { es: 'La SIM fue activada', en: 'The SIM was activated' },
  hibernate: { es: 'La SIM fue hibernada', en: 'The SIM was hibernated' },
  reactivate: { es: 'La SIM fue reactivada', en: 'The SIM was reactivated' },
  restoreData: { es: 'Los datos fueron restablecidos', en: 'Data was restored' },
  terminate: { es: 'La SIM fue dada de baja', en: 'The SIM was terminated' },
  restart: { es: 'La SIM fue reiniciada', en: 'The SIM was restarted' },
  sms: { es: 'El mensaje fue enviado', en: 'The message was sent' },
  custom: { es: 'Los campos fueron guardados', en: 'The fields were saved' },
  assign: { es: 'La SIM fue asignada', en: 'The SIM was assigned' },
  diagnose: { es: 'La SIM fue diagnosticada', en: 'The SIM was diagnosed' },
  plan: { es: 'El plan de la SIM fue cambiado', en: 'The SIM’s plan was changed' },
  tag: { es: 'Los tags fueron guardados', en: 'The tags were saved' },
  group: { es: 'La SIM fue movida', en: 'The SIM was moved' },
  lock: { es: 'Vínculo guardado', en: 'Lock saved' },
}

/** A single action that goes on after the answer. */
export const UNDER_WAY_SENTENCES: Record<OperationKind, Sentence> = {
  activate: { es: 'Activación en curso', en: 'Activation in progress' },
  hibernate: { es: 'Hibernación en curso', en: 'Hibernation in progress' },
  reactivate: { es: 'Reactivación en curso', en: 'Reactivation in progress' },
  restoreData: { es: 'Los datos se están restableciendo', en: 'Data is being restored' },
  terminate: { es: 'Baja solicitada', en: 'Termination requested' },
  restart: { es: 'Reinicio en curso', en: 'Restart in progress' },
  sms: { es: 'El mensaje está en camino', en: 'The message is on its way' },
  custom: { es: 'Los campos se están guardando', en: 'The fields are being saved' },
  assign: { es: 'Asignación en curso', en: 'Assignment in progress' },
  diagnose: { es: 'Diagnóstico en curso', en: 'Diagnosis in progress' },
  plan: { es: 'Cambio de plan en curso', en: 'Plan change in progress' },
  tag: { es: 'Los tags se están guardando', en: 'The tags are being saved' },
  group: { es: 'La SIM se está moviendo', en: 'The SIM is being moved' },
  lock: { es: 'El vínculo se está guardando', en: 'The lock is being saved' },
}

export const RESTART_LIMIT_SENTENCE: Sentence = {
  es: 'Una SIM se puede reiniciar una vez por minuto y tres veces por hora',
  en: 'A SIM can be restarted once a minute and three times an hour',
}

export const ACTION_WORDS: Record<SimAction, Sentence> = {
  activate: { es: 'Activar', en: 'Activate' },
  hibernate: { es: 'Hibernar', en: 'Hibernate' },
  reactivate: { es: 'Reactivar', en: 'Reactivate' },
  terminate: { es: 'Dar de baja', en: 'Terminate' },
  restart: { es: 'Reiniciar', en: 'Restart' },
  sms: { es: 'Enviar SMS', en: 'Send SMS' },
  custom: { es: 'Editar campos', en: 'Edit fields' },
  assign: { es: 'Asignar a empresa', en: 'Assign to company' },
  block: { es: 'Bloquear', en: 'Block' },
  unblock: { es: 'Desbloquear', en: 'Unblock' },
  cutData: { es: 'Cortar datos', en: 'Cut data' },
  restoreData: { es: 'Restablecer datos', en: 'Restore data' },
  withdrawTermination: { es: 'Retirar la baja', en: 'Withdraw termination' },
  diagnose: { es: 'Diagnosticar', en: 'Diagnose' },
  plan: { es: 'Cambiar plan', en: 'Change plan' },
  tag: { es: 'Editar tags', en: 'Edit tags' },
  group: { es: 'Mover a un grupo', en: 'Move to a group' },
  lock: { es: 'Vincular a dispositivo o lugar', en: 'Lock to device or place' },
  chat: { es: 'Chat SMS', en: 'SMS chat' },
}

export const ITEM_STATE_WORDS: Record<ItemState, Sentence> = {
  pending: { es: 'Pendiente', en: 'Pending' },
  running: { es: 'En curso', en: 'Running' },
  succeeded: { es: 'Realizada', en: 'Succeeded' },
  failed: { es: 'Fallida', en: 'Failed' },
  skipped: { es: 'Omitida', en: 'Skipped' },
  cancelled: { es: 'Cancelada', en: 'Cancelled' },
}

export const OPERATION_STATE_WORDS: Record<OperationState, Sentence> = {
  draft: { es: 'Borrador', en: 'Draft' },
  scheduled: { es: 'Programada', en: 'Scheduled' },
  running: { es: 'En curso', en: 'Running' },
  paused: { es: 'En pausa', en: 'Paused' },
  finished: { es: 'Terminada', en: 'Finished' },
  cancelled: { es: 'Cancelada', en: 'Cancelled' },
}

/** Headings of the list of operations in its files. */
export const OPERATION_WORDS = {
  operationId: { es: 'Número', en: 'Number' },
  kind: { es: 'Acción', en: 'Action' },
  state: { es: 'Estado', en: 'Status' },
  total: { es: 'SIMs', en: 'SIMs' },
  succeeded: { es: 'Realizadas', en: 'Succeeded' },
  failed: { es: 'Fallidas', en: 'Failed' },
  skipped: { es: 'Omitidas', en: 'Skipped' },
  cancelled: { es: 'Canceladas', en: 'Cancelled' },
  running: { es: 'En curso', en: 'Running' },
  pending: { es: 'Pendientes', en: 'Pending' },
  icc: { es: 'ICC', en: 'ICC' },
  reason: { es: 'Motivo', en: 'Reason' },
  user: { es: 'Usuario', en: 'User' },
  company: { es: 'Empresa', en: 'Company' },
  created: { es: 'Creada', en: 'Created' },
  scheduled: { es: 'Programada', en: 'Scheduled' },
  started: { es: 'Comenzada', en: 'Started' },
  finished: { es: 'Terminada', en: 'Finished' },
} as const satisfies Readonly<Record<string, Sentence>>
