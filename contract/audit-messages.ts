import type { Language } from '#domain/languages.ts'

type Sentence = { readonly es: string; readonly en: string }

/** Headings of the audit log, on the page and in its files. */
export const AUDIT_WORDS = {
  at: { es: 'Fecha', en: 'Date' },
  actor: { es: 'Persona', en: 'Person' },
  action: { es: 'Acción', en: 'Action' },
  entity: { es: 'Sobre qué', en: 'On what' },
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
  picture: { es: 'Imagen', en: 'Picture' },
  user: { es: 'Usuario', en: 'User' },
  users: { es: 'Usuarios', en: 'Users' },
  company: { es: 'Empresa', en: 'Company' },
  companies: { es: 'Empresas', en: 'Companies' },
  api_key: { es: 'Clave de API', en: 'API key' },
  webhook: { es: 'Webhook', en: 'Webhook' },
  login_session: { es: 'Sesión', en: 'Session' },
  saved_view: { es: 'Vista', en: 'View' },
  popup: { es: 'Aviso', en: 'Notice' },
  mail: { es: 'Correo', en: 'Mail' },
  network: { es: 'Red', en: 'Network' },
  network_rules: { es: 'Reglas de red', en: 'Network rules' },
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
  'data.read': { es: 'Vio datos', en: 'Looked at data' },
  'login_session.opened': { es: 'Inició sesión', en: 'Logged in' },
  'login_session.closed': { es: 'Cerró sesión', en: 'Logged out' },
  'login_session.ended': { es: 'Terminó una sesión', en: 'Ended a session' },
  'user.created': { es: 'Creó un usuario', en: 'Created a user' },
  'user.changed': { es: 'Cambió un usuario', en: 'Changed a user' },
  'profile.saved': { es: 'Cambió sus datos', en: 'Changed their data' },
  'password.changed': { es: 'Cambió su contraseña', en: 'Changed their password' },
  'password.set': { es: 'Eligió su primera contraseña', en: 'Chose their first password' },
  'password.restore_asked': { es: 'Se pidió restablecer una contraseña', en: 'A restored password was asked for' },
  'password.restored': { es: 'Restableció su contraseña', en: 'Restored their password' },
  'view.saved': { es: 'Guardó una vista', en: 'Saved a view' },
  'view.deleted': { es: 'Borró una vista', en: 'Deleted a view' },
  'sim.edited': { es: 'Editó los datos de una SIM', en: 'Edited the data of a SIM' },
  'sim.blocked': { es: 'Bloqueó una SIM', en: 'Blocked a SIM' },
  'sim.unblocked': { es: 'Levantó el bloqueo de una SIM', en: 'Lifted the block of a SIM' },
  'sim.data_restored': { es: 'Restauró los datos de una SIM', en: 'Restored the data of a SIM' },
  'alarm.muted': { es: 'Restauró los datos y silenció la alarma', en: 'Restored the data and muted the alarm' },
  'sms.sent': { es: 'Envió un SMS', en: 'Sent a text' },
  'termination.withdrawn': { es: 'Retiró una baja', en: 'Withdrew a termination' },
  'operation.started': { es: 'Inició una operación', en: 'Started an operation' },
  'operation.scheduled': { es: 'Programó una operación', en: 'Scheduled an operation' },
  'operation.paused': { es: 'Pausó una operación', en: 'Paused an operation' },
  'operation.resumed': { es: 'Reanudó una operación', en: 'Resumed an operation' },
  'operation.cancelled': { es: 'Canceló una operación', en: 'Cancelled an operation' },
  'operation.retried': { es: 'Reintentó una operación', en: 'Retried an operation' },
  'operation.withdrawn': { es: 'Retiró bajas de una operación', en: 'Withdrew terminations of an operation' },
  'operation.approved': { es: 'Aprobó bajas sin esperar', en: 'Approved terminations at once' },
  'operation.discarded': { es: 'Descartó un borrador de operación', en: 'Discarded a draft operation' },
  'file.uploaded': { es: 'Subió un archivo de líneas', en: 'Uploaded a file of lines' },
  'import.uploaded': { es: 'Subió un archivo de inventario', en: 'Uploaded an inventory file' },
  'import.checked': { es: 'Revisó un archivo de inventario', en: 'Checked an inventory file' },
  'import.discarded': { es: 'Descartó una importación', en: 'Discarded an import' },
  'inventory.imported': { es: 'Importó inventario', en: 'Imported inventory' },
  'alarm.created': { es: 'Creó una alarma', en: 'Created an alarm' },
  'alarm.changed': { es: 'Cambió una alarma', en: 'Changed an alarm' },
  'alarm.deleted': { es: 'Eliminó una alarma', en: 'Deleted an alarm' },
  'request.submitted': { es: 'Envió una solicitud', en: 'Submitted a request' },
  'request.approved': { es: 'Aprobó una solicitud', en: 'Approved a request' },
  'request.rejected': { es: 'Rechazó una solicitud', en: 'Rejected a request' },
  'request.cancelled': { es: 'Canceló una solicitud', en: 'Cancelled a request' },
  'request.preparing': { es: 'Empezó a preparar una solicitud', en: 'Began to prepare a request' },
  'request.shipped': { es: 'Despachó una solicitud', en: 'Shipped a request' },
  'request.delivered': { es: 'Marcó una solicitud como entregada', en: 'Marked a request as delivered' },
  'request.closed': { es: 'Cerró una solicitud', en: 'Closed a request' },
  'request.sims_assigned': { es: 'Asignó SIMs a una solicitud', en: 'Assigned SIMs to a request' },
  'invoice.paid': { es: 'Marcó una factura como pagada', en: 'Marked an invoice as paid' },
  'invoice.credited': { es: 'Anuló una factura', en: 'Voided an invoice' },
  'plan.created': { es: 'Creó un plan', en: 'Created a plan' },
  'plan.changed': { es: 'Cambió un plan', en: 'Changed a plan' },
  'plan.terms_changed': { es: 'Cambió las condiciones de un plan', en: 'Changed the terms of a plan' },
  'plan.terms_withdrawn': { es: 'Retiró condiciones de un plan', en: 'Withdrew terms of a plan' },
  'hardware.created': { es: 'Creó un producto', en: 'Created a product' },
  'hardware.changed': { es: 'Cambió un producto', en: 'Changed a product' },
  'hardware.edited': { es: 'Editó un equipo o servicio', en: 'Edited a device or service' },
  'category.created': { es: 'Creó una categoría', en: 'Created a category' },
  'category.changed': { es: 'Cambió una categoría', en: 'Changed a category' },
  'categories.ordered': { es: 'Ordenó las categorías', en: 'Ordered the categories' },
  'picture.kept': { es: 'Subió una imagen', en: 'Uploaded a picture' },
  'popup.created': { es: 'Escribió un aviso', en: 'Wrote a notice' },
  'popup.changed': { es: 'Cambió un aviso', en: 'Changed a notice' },
  'popup.ended': { es: 'Terminó un aviso', en: 'Ended a notice' },
  'popup.seen': { es: 'Vio un aviso', en: 'Saw a notice' },
  'mail.tested': { es: 'Envió un correo de prueba', en: 'Sent a test mail' },
  'mail.sent_again': { es: 'Envió un correo otra vez', en: 'Sent a mail again' },
  'network.changed': { es: 'Cambió una red', en: 'Changed a network' },
  'network.smpp_changed': { es: 'Cambió el enlace SMPP', en: 'Changed the SMPP link' },
  'network.smpp_removed': { es: 'Quitó el enlace SMPP', en: 'Removed the SMPP link' },
  'network_rules.changed': { es: 'Cambió las reglas de red', en: 'Changed the network rules' },
  'drifts.settled': { es: 'Resolvió diferencias con la red', en: 'Settled differences with the network' },
  'radius_client.added': { es: 'Agregó un cliente RADIUS', en: 'Added a RADIUS client' },
  'radius_client.changed': { es: 'Cambió un cliente RADIUS', en: 'Changed a RADIUS client' },
  'radius_client.removed': { es: 'Quitó un cliente RADIUS', en: 'Removed a RADIUS client' },
  'charging_file.taken': { es: 'Cargó un archivo de CDR', en: 'Loaded a CDR file' },
}

/** What a verb says of a thing that has no sentence of its own: 'api_key.created' → 'Clave de API: creación'. */
const VERB_WORDS: Readonly<Record<string, Sentence>> = {
  created: { es: 'creación', en: 'created' },
  added: { es: 'creación', en: 'added' },
  changed: { es: 'cambio', en: 'changed' },
  edited: { es: 'cambio', en: 'edited' },
  deleted: { es: 'eliminación', en: 'deleted' },
  removed: { es: 'eliminación', en: 'removed' },
  deactivated: { es: 'desactivación', en: 'deactivated' },
  activated: { es: 'activación', en: 'activated' },
  revoked: { es: 'revocación', en: 'revoked' },
  ended: { es: 'término', en: 'ended' },
  sent_again: { es: 'reenvío', en: 'sent again' },
}

/** Names of what changes, where the name in the code would puzzle. */
const FIELD_WORDS: Readonly<Record<string, Sentence>> = {
  accepted: { es: 'aceptadas', en: 'accepted' },
  action: { es: 'acción', en: 'action' },
  active: { es: 'activo', en: 'active' },
  address: { es: 'dirección', en: 'address' },
  addresses: { es: 'direcciones', en: 'addresses' },
  administrativeStatus: { es: 'estado', en: 'status' },
  businessName: { es: 'razón social', en: 'business name' },
  bad: { es: 'malas', en: 'bad' },
  canHibernate: { es: 'puede hibernar', en: 'can hibernate' },
  carrier: { es: 'transportista', en: 'carrier' },
  categoryId: { es: 'categoría', en: 'category' },
  city: { es: 'ciudad', en: 'city' },
  companies: { es: 'empresas', en: 'companies' },
  companyId: { es: 'empresa', en: 'company' },
  contentEn: { es: 'texto en inglés', en: 'text in English' },
  contentEs: { es: 'texto en español', en: 'text in Spanish' },
  countryId: { es: 'país', en: 'country' },
  created: { es: 'creadas', en: 'created' },
  creditNote: { es: 'nota de crédito', en: 'credit note' },
  currency: { es: 'moneda', en: 'currency' },
  customField1: { es: 'campo 1', en: 'field 1' },
  customField2: { es: 'campo 2', en: 'field 2' },
  cutsData: { es: 'corta los datos', en: 'cuts the data' },
  device: { es: 'equipo', en: 'device' },
  documentNumber: { es: 'número', en: 'number' },
  email: { es: 'e-mail', en: 'e-mail' },
  emails: { es: 'correos', en: 'e-mails' },
  enabled: { es: 'habilitada', en: 'enabled' },
  endsAt: { es: 'hasta', en: 'until' },
  entered: { es: 'nuevas', en: 'new ones' },
  everyone: { es: 'para todas las empresas', en: 'for all companies' },
  fileBytes: { es: 'bytes', en: 'bytes' },
  fileName: { es: 'archivo', en: 'file' },
  from: { es: 'desde', en: 'from' },
  fromStock: { es: 'de existencias', en: 'from stock' },
  goal: { es: 'meta', en: 'goal' },
  hardwareDescription: { es: 'descripción', en: 'description' },
  hardwareName: { es: 'nombre', en: 'name' },
  icc: { es: 'ICC', en: 'ICC' },
  imei: { es: 'IMEI', en: 'IMEI' },
  imeiLock: { es: 'bloqueo por IMEI', en: 'IMEI lock' },
  isActive: { es: 'activa', en: 'active' },
  isAdmin: { es: 'administrador', en: 'administrator' },
  kind: { es: 'tipo', en: 'kind' },
  lastName: { es: 'apellido', en: 'last name' },
  limitMb: { es: 'límite en MB', en: 'limit in MB' },
  lineNo: { es: 'línea', en: 'line' },
  lines: { es: 'líneas', en: 'lines' },
  mapping: { es: 'columnas', en: 'columns' },
  messageId: { es: 'mensaje', en: 'message' },
  mode: { es: 'modo', en: 'mode' },
  name: { es: 'nombre', en: 'name' },
  networkId: { es: 'red', en: 'network' },
  note: { es: 'nota', en: 'note' },
  operationId: { es: 'operación', en: 'operation' },
  originId: { es: 'origen', en: 'origin' },
  paidAt: { es: 'pagada el', en: 'paid on' },
  parameters: { es: 'parámetros', en: 'parameters' },
  permits: { es: 'permisos', en: 'permits' },
  phone: { es: 'teléfono', en: 'phone' },
  planCode: { es: 'plan', en: 'plan' },
  planName: { es: 'nombre del plan', en: 'name of the plan' },
  price: { es: 'precio', en: 'price' },
  priceMinor: { es: 'precio', en: 'price' },
  query: { es: 'consulta', en: 'query' },
  reason: { es: 'motivo', en: 'reason' },
  reference: { es: 'referencia', en: 'reference' },
  segments: { es: 'partes', en: 'parts' },
  simTypeId: { es: 'tipo de SIM', en: 'SIM type' },
  skipped: { es: 'omitidas', en: 'left out' },
  slot: { es: 'lugar', en: 'slot' },
  source: { es: 'origen de las líneas', en: 'where the lines are from' },
  startsAt: { es: 'desde', en: 'from' },
  state: { es: 'estado', en: 'state' },
  titleEn: { es: 'título en inglés', en: 'title in English' },
  titleEs: { es: 'título en español', en: 'title in Spanish' },
  total: { es: 'total', en: 'total' },
  tracking: { es: 'seguimiento', en: 'tracking' },
  unchanged: { es: 'sin cambio', en: 'unchanged' },
  updated: { es: 'cambiadas', en: 'changed' },
}

/** 'overageUnit' → 'overage unit', 'read_at' → 'read at': a name of the code, for which there is no word. */
const spoken = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase()

export const auditEntityWord = (entity: string, language: Language): string =>
  AUDIT_ENTITY_WORDS[entity]?.[language] ?? spoken(entity)

/** What was done, in words of a language; made of the thing and the verb where it has none of its own. */
export function auditActionWord(action: string, language: Language): string {
  const own = ACTION_WORDS[action]
  if (own) return own[language]
  const [entity = '', verb = ''] = action.split('.')
  return `${auditEntityWord(entity, language)}: ${VERB_WORDS[verb]?.[language] ?? spoken(verb)}`
}

/** Where a difference is, in words: 'rules.1.networkId' → 'rules › 2 › red'. */
export function auditFieldWord(path: string, language: Language): string {
  return path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (FIELD_WORDS[part]?.[language] ?? spoken(part))))
    .join(' › ')
}

const YES_NO: Readonly<Record<string, Sentence>> = { true: { es: 'sí', en: 'yes' }, false: { es: 'no', en: 'no' } }

/** A value as a person reads it; nothing is a dash. */
export function auditValueWord(value: string | null, language: Language): string {
  if (value === null) return '—'
  return YES_NO[value]?.[language] ?? value
}
