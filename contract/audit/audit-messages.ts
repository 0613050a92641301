import type { Language } from '#domain/languages.ts'
import type { Sentence } from '../sentence.ts'
import { AUDIT_FIELD_WORDS } from './audit-field-words.ts'

/** Headings of the audit log, on the page and in its files. */
export const AUDIT_WORDS = {
  at: { es: 'Fecha', en: 'Date' },
  actor: { es: 'Usuario', en: 'User' },
  action: { es: 'Acción', en: 'Action' },
  entity: { es: 'Objeto', en: 'Object' },
  entityId: { es: 'Identificador', en: 'Identifier' },
  changes: { es: 'Cambios', en: 'Changes' },
  companyName: { es: 'Empresa', en: 'Company' },
  address: { es: 'Dirección', en: 'Address' },
  requestId: { es: 'Petición', en: 'Request' },
} as const satisfies Readonly<Record<string, Sentence>>

/** What kinds of things the log speaks of. */
export const AUDIT_ENTITY_WORDS: Readonly<Record<string, Sentence>> = {
  sim: { es: 'SIM', en: 'SIM' },
  sims: { es: 'SIMs', en: 'SIMs' },
  operation: { es: 'Operación', en: 'Operation' },
  file: { es: 'Archivo', en: 'File' },
  import: { es: 'Importación', en: 'Import' },
  alarm: { es: 'Alarma', en: 'Alarm' },
  alarms: { es: 'Alarmas', en: 'Alarms' },
  request: { es: 'Solicitud', en: 'Request' },
  requests: { es: 'Solicitudes', en: 'Requests' },
  charge: { es: 'Documento de cobro', en: 'Charge document' },
  charges: { es: 'Cobros', en: 'Charges' },
  plan: { es: 'Plan', en: 'Plan' },
  plans: { es: 'Planes', en: 'Plans' },
  hardware: { es: 'Producto', en: 'Product' },
  hardware_item: { es: 'Equipo o servicio', en: 'Device or service' },
  hys: { es: 'Hardware y servicios', en: 'Hardware and services' },
  category: { es: 'Categoría', en: 'Category' },
  picture: { es: 'Imagen', en: 'Image' },
  user: { es: 'Usuario', en: 'User' },
  users: { es: 'Usuarios', en: 'Users' },
  company: { es: 'Empresa', en: 'Company' },
  companies: { es: 'Empresas', en: 'Companies' },
  api_key: { es: 'Clave de API', en: 'API key' },
  agent: { es: 'Programa que actúa por una persona', en: 'Program that acts for a person' },
  apiKeys: { es: 'Claves de API', en: 'API keys' },
  permits: { es: 'Permisos', en: 'Permissions' },
  webhooks: { es: 'Webhooks', en: 'Webhooks' },
  webhook: { es: 'Destino de webhooks', en: 'Webhook endpoint' },
  camara_subscription: { es: 'Suscripción de CAMARA', en: 'CAMARA subscription' },
  webhook_message: { es: 'Mensaje de webhook', en: 'Webhook message' },
  second_factor: { es: 'Verificación en dos pasos', en: 'Two-step verification' },
  login_session: { es: 'Sesión', en: 'Session' },
  saved_view: { es: 'Vista', en: 'View' },
  popup: { es: 'Aviso', en: 'Notice' },
  mail: { es: 'Correo', en: 'Email' },
  conversation: { es: 'Conversación de soporte', en: 'Support conversation' },
  network: { es: 'Red', en: 'Network' },
  network_rules: { es: 'Rutas', en: 'Routes' },
  radius_client: { es: 'Cliente RADIUS', en: 'RADIUS client' },
  charging_file: { es: 'Archivo de CDR', en: 'CDR file' },
  dashboard: { es: 'Dashboard', en: 'Dashboard' },
  operations: { es: 'Operaciones', en: 'Operations' },
  sms: { es: 'Reporte de SMS', en: 'SMS report' },
  audit: { es: 'Auditoría', en: 'Audit log' },
  inventory: { es: 'Importaciones', en: 'Imports' },
}

/** What was done, in a few words. */
const ACTION_WORDS: Readonly<Record<string, Sentence>> = {
  'account.locked': { es: 'Se bloqueó una cuenta por intentos fallidos', en: 'An account was locked after failed attempts' },
  'mail.secret_read': { es: 'Vio el enlace de un correo', en: 'Viewed the link in an email' },
  'data.read': { es: 'Vio datos', en: 'Viewed data' },
  'login_session.opened': { es: 'Inició sesión', en: 'Logged in' },
  'login_session.closed': { es: 'Cerró sesión', en: 'Logged out' },
  'login_session.ended': { es: 'Terminó una sesión', en: 'Ended a session' },
  'second_factor.enrolled': { es: 'Activó su verificación en dos pasos', en: 'Turned two-step verification on' },
  'second_factor.removed': { es: 'Desactivó su verificación en dos pasos', en: 'Turned two-step verification off' },
  'second_factor.reset': {
    es: 'Restableció la verificación en dos pasos de otro usuario',
    en: 'Reset the two-step verification of another user',
  },
  'second_factor.recovery_codes_renewed': { es: 'Creó códigos de recuperación', en: 'Created recovery codes' },
  'second_factor.recovery_code_used': {
    es: 'Inició sesión con un código de recuperación',
    en: 'Logged in with a recovery code',
  },
  'password.set': { es: 'Eligió su primera contraseña', en: 'Chose their first password' },
  'password.restored': { es: 'Restableció su contraseña', en: 'Reset their password' },
  'login_session.others_ended': { es: 'Terminó sus demás sesiones', en: 'Ended their other sessions' },
  'password.changed': { es: 'Cambió su contraseña', en: 'Changed their password' },
  'password.restore_asked': { es: 'Pidió restablecer su contraseña', en: 'Requested a password reset' },
  'profile.saved': { es: 'Cambió sus datos personales', en: 'Changed their personal information' },
  'portal_view.began': { es: 'Empezó a ver el portal como otro usuario', en: 'Started viewing the portal as another user' },
  'portal_view.ended': { es: 'Dejó de ver el portal como otro usuario', en: 'Stopped viewing the portal as another user' },
  'user.created': { es: 'Creó un usuario', en: 'Created a user' },
  'user.changed': { es: 'Editó un usuario', en: 'Edited a user' },
  'user.deleted': { es: 'Eliminó un usuario', en: 'Deleted a user' },
  'user.deactivated': { es: 'Desactivó un usuario', en: 'Deactivated a user' },
  'user.reactivated': { es: 'Reactivó un usuario', en: 'Reactivated a user' },
  'user.invited': { es: 'Invitó a un usuario', en: 'Invited a user' },
  'user.permits_changed': { es: 'Cambió permisos de un usuario', en: 'Changed a user’s permissions' },
  'company.created': { es: 'Creó una empresa', en: 'Created a company' },
  'company.changed': { es: 'Editó una empresa', en: 'Edited a company' },
  'company.deleted': { es: 'Eliminó una empresa', en: 'Deleted a company' },
  'company.sign_on_changed': { es: 'Cambió el inicio de sesión único', en: 'Changed single sign-on' },
  'company.sign_on_removed': { es: 'Quitó el inicio de sesión único', en: 'Removed single sign-on' },
  'api_key.created': { es: 'Creó una clave de API', en: 'Created an API key' },
  'api_key.refused': { es: 'Rechazó un terminal', en: 'Refused a terminal' },
  'api_key.revoked': { es: 'Revocó una clave de API', en: 'Revoked an API key' },
  'webhook.created': { es: 'Creó un destino de webhooks', en: 'Created a webhook endpoint' },
  'webhook.changed': { es: 'Editó un destino de webhooks', en: 'Edited a webhook endpoint' },
  'webhook.deleted': { es: 'Eliminó un destino de webhooks', en: 'Deleted a webhook endpoint' },
  'webhook.secret_changed': { es: 'Cambió el secreto de un destino', en: 'Changed an endpoint’s secret' },
  'webhook.sent_again': { es: 'Reenvió un mensaje de webhook', en: 'Resent a webhook message' },
  'webhook.tested': { es: 'Envió una prueba a un destino', en: 'Sent a test to an endpoint' },
  'webhook.turned_off': { es: 'Se desactivó un destino de webhooks', en: 'A webhook endpoint was turned off' },
  'camara_subscription.created': { es: 'Se suscribió a eventos de una SIM', en: 'Subscribed to events of a SIM' },
  'camara_subscription.deleted': {
    es: 'Terminó una suscripción a eventos de una SIM',
    en: 'Ended a subscription to events of a SIM',
  },
  'view.saved': { es: 'Guardó una vista', en: 'Saved a view' },
  'view.deleted': { es: 'Eliminó una vista', en: 'Deleted a view' },
  'sim.edited': { es: 'Editó los datos de una SIM', en: 'Edited a SIM’s data' },
  'sim.tagged': { es: 'Cambió los tags de una SIM', en: 'Changed the tags of a SIM' },
  'tag.edited': { es: 'Editó un tag', en: 'Edited a tag' },
  'tag.deleted': { es: 'Eliminó un tag', en: 'Deleted a tag' },
  'geofence.created': { es: 'Creó una geocerca', en: 'Created a geofence' },
  'geofence.edited': { es: 'Editó una geocerca', en: 'Edited a geofence' },
  'geofence.deleted': { es: 'Eliminó una geocerca', en: 'Deleted a geofence' },
  'sim.grouped': { es: 'Movió una SIM a otro grupo', en: 'Moved a SIM to another group' },
  'group.created': { es: 'Creó un grupo', en: 'Created a group' },
  'group.edited': { es: 'Editó un grupo', en: 'Edited a group' },
  'group.deleted': { es: 'Eliminó un grupo', en: 'Deleted a group' },
  'lock_policy.set': {
    es: 'Fijó el vínculo de las SIMs de una empresa o de un grupo',
    en: 'Set the lock of a company’s or a group’s SIMs',
  },
  'lock_policy.deleted': {
    es: 'Eliminó el vínculo de las SIMs de una empresa o de un grupo',
    en: 'Deleted the lock of a company’s or a group’s SIMs',
  },
  'sim.locked': { es: 'Editó el vínculo de una SIM', en: 'Changed a SIM’s lock' },
  'sim.noted': { es: 'Anotó algo en una SIM', en: 'Added a note to a SIM' },
  'sim.note_deleted': { es: 'Eliminó una nota de una SIM', en: 'Deleted a SIM’s note' },
  'sim.blocked': { es: 'Bloqueó una SIM', en: 'Blocked a SIM' },
  'sim.unblocked': { es: 'Desbloqueó una SIM', en: 'Unblocked a SIM' },
  'sim.data_restored': { es: 'Restableció los datos de una SIM', en: 'Restored a SIM’s data' },
  'alarm.muted': { es: 'Restableció los datos y silenció la alarma', en: 'Restored data and muted the alarm' },
  'sms.sent': { es: 'Envió un SMS', en: 'Sent an SMS' },
  'termination.withdrawn': { es: 'Retiró una baja', en: 'Withdrew a termination' },
  'plan.withdrawn': { es: 'Retiró un cambio de plan', en: 'Withdrew a plan change' },
  'operation.drafted': { es: 'Preparó un borrador de operación', en: 'Prepared a draft operation' },
  'operation.started': { es: 'Inició una operación', en: 'Started an operation' },
  'operation.scheduled': { es: 'Programó una operación', en: 'Scheduled an operation' },
  'operation.paused': { es: 'Pausó una operación', en: 'Paused an operation' },
  'operation.resumed': { es: 'Reanudó una operación', en: 'Resumed an operation' },
  'operation.cancelled': { es: 'Canceló una operación', en: 'Cancelled an operation' },
  'operation.retried': { es: 'Reintentó una operación', en: 'Retried an operation' },
  'operation.withdrawn': { es: 'Retiró bajas de una operación', en: 'Withdrew an operation’s terminations' },
  'operation.approved': { es: 'Aprobó bajas sin esperar el plazo', en: 'Approved terminations immediately' },
  'operation.discarded': { es: 'Descartó un borrador de operación', en: 'Discarded a draft operation' },
  'file.uploaded': { es: 'Subió un archivo de líneas', en: 'Uploaded a line file' },
  'import.uploaded': { es: 'Subió un archivo de inventario', en: 'Uploaded an inventory file' },
  'import.checked': { es: 'Revisó un archivo de inventario', en: 'Checked an inventory file' },
  'import.discarded': { es: 'Descartó una importación', en: 'Discarded an import' },
  'inventory.imported': { es: 'Importó inventario', en: 'Imported inventory' },
  'alarm.created': { es: 'Creó una alarma', en: 'Created an alarm' },
  'alarm.changed': { es: 'Editó una alarma', en: 'Edited an alarm' },
  'alarm.restored': { es: 'Restauró una alarma eliminada', en: 'Restored a deleted alarm' },
  'alarm.deleted': { es: 'Eliminó una alarma', en: 'Deleted an alarm' },
  'request.submitted': { es: 'Envió una solicitud', en: 'Submitted a request' },
  'request.approved': { es: 'Aprobó una solicitud', en: 'Approved a request' },
  'request.rejected': { es: 'Rechazó una solicitud', en: 'Rejected a request' },
  'request.cancelled': { es: 'Canceló una solicitud', en: 'Cancelled a request' },
  'request.preparing': { es: 'Empezó a preparar una solicitud', en: 'Started preparing a request' },
  'request.shipped': { es: 'Despachó una solicitud', en: 'Shipped a request' },
  'request.delivered': { es: 'Marcó una solicitud como entregada', en: 'Marked a request as delivered' },
  'request.closed': { es: 'Cerró una solicitud', en: 'Closed a request' },
  'request.sim_unassigned': { es: 'Quitó una SIM de una solicitud', en: 'Removed a SIM from a request' },
  'request.sims_assigned': { es: 'Asignó SIMs a una solicitud', en: 'Assigned SIMs to a request' },
  'invoice.paid': { es: 'Marcó una factura como pagada', en: 'Marked an invoice as paid' },
  'invoice.credited': { es: 'Anuló una factura', en: 'Voided an invoice' },
  'company.advised': { es: 'Pidió optimizar planes', en: 'Asked to optimise plans' },
  'plan.created': { es: 'Creó un plan', en: 'Created a plan' },
  'plan.changed': { es: 'Editó un plan', en: 'Edited a plan' },
  'plan.terms_changed': { es: 'Cambió las condiciones de un plan', en: 'Changed a plan’s terms' },
  'plan.terms_withdrawn': { es: 'Retiró condiciones de un plan', en: 'Withdrew a plan’s terms' },
  'hardware.created': { es: 'Creó un producto', en: 'Created a product' },
  'hardware.changed': { es: 'Editó un producto', en: 'Edited a product' },
  'hardware.edited': { es: 'Editó un equipo o servicio', en: 'Edited a device or service' },
  'category.created': { es: 'Creó una categoría', en: 'Created a category' },
  'category.changed': { es: 'Editó una categoría', en: 'Edited a category' },
  'categories.ordered': { es: 'Ordenó las categorías', en: 'Sorted the categories' },
  'picture.kept': { es: 'Subió una imagen', en: 'Uploaded an image' },
  'popup.created': { es: 'Creó un aviso', en: 'Created a notice' },
  'popup.changed': { es: 'Editó un aviso', en: 'Edited a notice' },
  'popup.ended': { es: 'Terminó un aviso', en: 'Ended a notice' },
  'popup.seen': { es: 'Vio un aviso', en: 'Viewed a notice' },
  'conversation.closed': { es: 'Cerró una conversación de soporte', en: 'Closed a support conversation' },
  'conversation.reopened': { es: 'Reabrió una conversación de soporte', en: 'Reopened a support conversation' },
  'conversation.taken': { es: 'Tomó una conversación de soporte', en: 'Took a support conversation' },
  'conversation.released': { es: 'Liberó una conversación de soporte', en: 'Released a support conversation' },
  'mail.tested': { es: 'Envió un correo de prueba', en: 'Sent a test email' },
  'mail.sent_again': { es: 'Reenvió un correo', en: 'Resent an email' },
  'network.changed': { es: 'Editó una red', en: 'Edited a network' },
  'network.added': { es: 'Agregó una red', en: 'Added a network' },
  'network.removed': { es: 'Quitó una red', en: 'Removed a network' },
  'network.tried': { es: 'Probó una red', en: 'Tested a network' },
  'network.smpp_changed': { es: 'Cambió el enlace SMPP', en: 'Changed the SMPP link' },
  'network.smpp_removed': { es: 'Quitó el enlace SMPP', en: 'Removed the SMPP link' },
  'network_rules.changed': { es: 'Cambió las rutas', en: 'Changed the routes' },
  'comparison.started': { es: 'Comparó las SIMs con las redes', en: 'Compared the SIMs with the networks' },
  'drifts.settled': { es: 'Resolvió diferencias con la red', en: 'Resolved differences with the network' },
  'radius_client.added': { es: 'Agregó un cliente RADIUS', en: 'Added a RADIUS client' },
  'radius_client.changed': { es: 'Editó un cliente RADIUS', en: 'Edited a RADIUS client' },
  'radius_client.removed': { es: 'Quitó un cliente RADIUS', en: 'Removed a RADIUS client' },
  'charging_file.taken': { es: 'Subió un archivo de CDR', en: 'Uploaded a CDR file' },
}

/** What a verb says of a thing that has no sentence of its own: 'api_key.created' → 'Clave de API: creación'. */
const VERB_WORDS: Readonly<Record<string, Sentence>> = {
  created: { es: 'creación', en: 'created' },
  allowed: { es: 'permitido', en: 'allowed' },
  added: { es: 'creación', en: 'added' },
  changed: { es: 'cambio', en: 'changed' },
  edited: { es: 'cambio', en: 'edited' },
  deleted: { es: 'eliminación', en: 'deleted' },
  removed: { es: 'eliminación', en: 'removed' },
  deactivated: { es: 'desactivación', en: 'deactivated' },
  activated: { es: 'activación', en: 'activated' },
  revoked: { es: 'revocación', en: 'revoked' },
  ended: { es: 'término', en: 'ended' },
  turned_on: { es: 'activación', en: 'turned on' },
  turned_off: { es: 'desactivación', en: 'turned off' },
  replaced: { es: 'cambio', en: 'replaced' },
  sent_again: { es: 'reenvío', en: 'resent' },
}

/** 'overageUnit' → 'overage unit', 'read_at' → 'read at': a name of the code, for which there is no word. */
const spoken = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

/** An old address may name what the log no longer has. */
const OTHER = {
  action: { es: 'Otra acción', en: 'Other action' },
  entity: { es: 'Otro objeto', en: 'Other object' },
} as const satisfies Readonly<Record<string, Sentence>>

export const auditEntityWord = (entity: string, language: Language): string =>
  AUDIT_ENTITY_WORDS[entity]?.[language] ?? `${OTHER.entity[language]} (${spoken(entity)})`

/** What was done, in words of a language; made of the thing and the verb where it has none of its own. */
export function auditActionWord(action: string, language: Language): string {
  const own = ACTION_WORDS[action]
  if (own) return own[language]
  const [entity = '', verb = ''] = action.split('.')
  if (!AUDIT_ENTITY_WORDS[entity] || verb === '') return `${OTHER.action[language]} (${action})`
  return `${auditEntityWord(entity, language)}: ${VERB_WORDS[verb]?.[language] ?? spoken(verb)}`
}

/** Where a difference is, in words: 'rules.1.networkId' → 'rules › 2 › red'. */
export function auditFieldWord(path: string, language: Language): string {
  return path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (AUDIT_FIELD_WORDS[part]?.[language] ?? spoken(part))))
    .join(' › ')
}
