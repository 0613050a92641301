import { formatDecimalIn } from '#domain/money.ts'
import type { UnassignProblem } from '#domain/request-life-cycle.ts'
import type { AssignProblem, RequestAction, RequestState, RequestType } from '#domain/requests.ts'
import type { Sentence } from '../sentence.ts'

export const REQUEST_STATE_WORDS: Readonly<Record<RequestState, Sentence>> = {
  draft: { es: 'Borrador', en: 'Draft' },
  submitted: { es: 'Enviada', en: 'Submitted' },
  approved: { es: 'Aprobada', en: 'Approved' },
  rejected: { es: 'Rechazada', en: 'Rejected' },
  preparing: { es: 'En preparación', en: 'Preparing' },
  shipped: { es: 'Despachada', en: 'Shipped' },
  delivered: { es: 'Entregada', en: 'Delivered' },
  closed: { es: 'Cerrada', en: 'Closed' },
  cancelled: { es: 'Cancelada', en: 'Cancelled' },
}

export const REQUEST_TYPE_WORDS: Readonly<Record<RequestType, Sentence>> = {
  sims: { es: 'SIMs', en: 'SIMs' },
  hardware: { es: 'Hardware', en: 'Hardware' },
  both: { es: 'SIMs y hardware', en: 'SIMs and hardware' },
}

/** How many of something the cart holds now. */
export const inCart = (name: string, quantity: number): Sentence => ({
  es: `${name}: ${formatDecimalIn(quantity, 0, 'es')} en el carrito`,
  en: `${name}: ${formatDecimalIn(quantity, 0, 'en')} in the cart`,
})

/** Said when a step is done. */
export const REQUEST_DONE: Readonly<Record<RequestAction, Sentence>> = {
  submit: { es: 'Solicitud enviada', en: 'Request submitted' },
  cancel: { es: 'Solicitud cancelada', en: 'Request cancelled' },
  approve: { es: 'Solicitud aprobada', en: 'Request approved' },
  reject: { es: 'Solicitud rechazada', en: 'Request rejected' },
  prepare: { es: 'Solicitud en preparación', en: 'Request being prepared' },
  ship: { es: 'Solicitud despachada', en: 'Request shipped' },
  deliver: { es: 'Entrega confirmada', en: 'Delivery confirmed' },
  close: { es: 'Solicitud cerrada', en: 'Request closed' },
}

export const REQUEST_SENTENCES = {
  unknown: { es: 'No existe esa solicitud', en: 'Request not found' },
  notNow: {
    es: 'El estado de la solicitud no lo permite',
    en: 'The request’s status doesn’t allow it',
  },
  emptyCart: { es: 'Su carrito está vacío', en: 'Your cart is empty' },
  cartFull: { es: 'El carrito admite hasta 50 líneas', en: 'A cart can have up to 50 lines' },
  cartRestored: { es: 'Su carrito vuelve a estar como antes', en: 'Your cart is as it was before' },
  cartNotEmpty: { es: 'Su carrito tiene otros productos; no se cambió', en: 'Your cart has other items; it wasn’t changed' },
  cartEmptied: { es: 'Carrito vaciado', en: 'Cart emptied' },
  unknownItem: { es: 'Eso no se puede pedir', en: 'That can’t be ordered' },
  tooMany: { es: 'La cantidad es demasiado alta', en: 'The quantity is too high' },
  gone: {
    es: 'Algunas líneas del carrito ya no están disponibles; quítelas',
    en: 'Some lines in your cart are no longer available; remove them',
  },
  pricesChanged: {
    es: 'Los precios cambiaron; revise los totales y envíe otra vez',
    en: 'Prices have changed; review the totals and submit again',
  },
  simsMissing: {
    es: 'Faltan SIMs por asignar',
    en: 'Not all SIMs are assigned yet',
  },
  unknownLine: { es: 'Esa línea no es de SIMs', en: 'That line isn’t for SIMs' },
  unknownApn: { es: 'No existe ese APN', en: 'APN not found' },
  moreThanAsked: { es: 'Son más SIMs de las que faltan', en: 'More SIMs than are missing' },
  stockShort: { es: 'No hay suficientes SIMs en existencias', en: 'Not enough SIMs in stock' },
  noIccs: { es: 'No se indicó ningún ICC', en: 'No ICCs given' },
  assigned: { es: 'SIMs asignadas', en: 'SIMs assigned' },
  unassigned: { es: 'SIM quitada; volvió a las existencias', en: 'SIM removed and back in stock' },
  notOfRequest: { es: 'La solicitud no tiene esa SIM', en: 'The request doesn’t have that SIM' },
  notAssigned: { es: 'No se asignó ninguna SIM', en: 'No SIMs were assigned' },
} as const satisfies Record<string, Sentence>

export const ASSIGN_SENTENCES: Readonly<Record<AssignProblem, Sentence>> = {
  not_an_icc: { es: 'no es un ICC, o su dígito verificador es incorrecto', en: 'not an ICC, or its check digit is wrong' },
  repeated: { es: 'está repetido', en: 'repeated' },
  of_other_company: { es: 'la SIM es de otra empresa', en: 'the SIM belongs to another company' },
  in_use: { es: 'la SIM ya se usó', en: 'the SIM was already used' },
  other_kind: { es: 'la SIM es de otro origen o tipo que el plan', en: 'the SIM’s origin or type differs from the plan’s' },
  number_taken: { es: 'otra SIM ya tiene su IMSI o MSISDN', en: 'another SIM already has its IMSI or MSISDN' },
}

export const UNASSIGN_SENTENCES: Readonly<Record<UnassignProblem, Sentence>> = {
  not_filling: REQUEST_SENTENCES.notNow,
  moved: { es: 'La SIM ya es de otra empresa', en: 'The SIM now belongs to another company' },
  used: { es: 'La SIM ya se usó', en: 'The SIM was already used' },
  busy: { es: 'La SIM tiene una operación en curso', en: 'An operation on the SIM is in progress' },
}

/** Headings of the SIMs of a request, on the page and in its file; `moved` is the status of one that has since moved to another company. */
export const REQUEST_SIM_WORDS = {
  icc: { es: 'ICC', en: 'ICC' },
  label: { es: 'Etiqueta', en: 'Label' },
  msisdn: { es: 'MSISDN', en: 'MSISDN' },
  origin: { es: 'Origen', en: 'Origin' },
  simType: { es: 'Tipo', en: 'Type' },
  plan: { es: 'Plan', en: 'Plan' },
  planCode: { es: 'Código', en: 'Code' },
  activated: { es: 'Activada', en: 'Activated' },
  status: { es: 'Estado', en: 'Status' },
  moved: { es: 'De otra empresa', en: 'Another company’s' },
} as const satisfies Readonly<Record<string, Sentence>>

/** Headings of the list of requests, on the page and in its files. */
export const REQUEST_WORDS = {
  requestId: { es: 'Solicitud', en: 'Request' },
  company: { es: 'Empresa', en: 'Company' },
  creationDate: { es: 'Creada', en: 'Created' },
  resolutionDate: { es: 'Resuelta', en: 'Resolved' },
  requestingUser: { es: 'Solicitante', en: 'Requester' },
  simQuantity: { es: 'SIMs', en: 'SIMs' },
  status: { es: 'Estado', en: 'Status' },
  type: { es: 'Tipo', en: 'Type' },
} as const satisfies Readonly<Record<string, Sentence>>
