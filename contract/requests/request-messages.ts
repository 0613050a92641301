import type { AssignProblem, RequestAction, RequestState, RequestType, UnassignProblem } from '#domain/requests.ts'
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
  es: `${name}: ${quantity.toLocaleString('de-DE')} en el carrito`,
  en: `${name}: ${quantity.toLocaleString('de-DE')} in the cart`,
})

/** Said when a step is done. */
export const REQUEST_DONE: Readonly<Record<RequestAction, Sentence>> = {
  submit: { es: 'La solicitud quedó enviada', en: 'The request is submitted' },
  cancel: { es: 'La solicitud quedó cancelada', en: 'The request is cancelled' },
  approve: { es: 'La solicitud quedó aprobada', en: 'The request is approved' },
  reject: { es: 'La solicitud quedó rechazada', en: 'The request is rejected' },
  prepare: { es: 'La solicitud está en preparación', en: 'The request is being prepared' },
  ship: { es: 'La solicitud quedó despachada', en: 'The request is shipped' },
  deliver: { es: 'La entrega quedó confirmada', en: 'The delivery is confirmed' },
  close: { es: 'La solicitud quedó cerrada', en: 'The request is closed' },
}

export const REQUEST_SENTENCES = {
  unknown: { es: 'No existe esa solicitud', en: 'There is no such request' },
  notNow: {
    es: 'El estado de la solicitud no lo permite',
    en: 'The state of the request does not allow it',
  },
  emptyCart: { es: 'El carrito está vacío', en: 'The cart is empty' },
  cartFull: { es: 'El carrito tiene 50 líneas como máximo', en: 'The cart has 50 lines at most' },
  cartEmptied: { es: 'El carrito quedó vacío', en: 'The cart is empty now' },
  unknownItem: { es: 'Eso no se puede pedir', en: 'That cannot be ordered' },
  tooMany: { es: 'La cantidad es demasiado alta', en: 'The quantity is too high' },
  gone: {
    es: 'Hay líneas del carrito que ya no se pueden pedir; quítelas',
    en: 'Some lines of the cart cannot be ordered any more; remove them',
  },
  pricesChanged: {
    es: 'Los precios cambiaron entretanto; revise los totales y envíe de nuevo',
    en: 'The prices changed in the meantime; look at the totals and submit again',
  },
  simsMissing: {
    es: 'Faltan SIMs por asignar',
    en: 'Not all SIMs are assigned yet',
  },
  unknownLine: { es: 'Esa línea no pide SIMs', en: 'That line asks for no SIMs' },
  unknownApn: { es: 'No existe ese APN', en: 'There is no such APN' },
  moreThanAsked: { es: 'Son más SIMs de las que faltan', en: 'These are more SIMs than are missing' },
  stockShort: { es: 'No hay tantas SIMs en existencias', en: 'There are not so many SIMs in stock' },
  noIccs: { es: 'No hay ningún ICC', en: 'There is no ICC' },
  assigned: { es: 'Las SIMs quedaron asignadas', en: 'The SIMs are assigned' },
  unassigned: { es: 'La SIM volvió a las existencias', en: 'The SIM went back into stock' },
  notOfRequest: { es: 'La solicitud no tiene esa SIM', en: 'The request does not have that SIM' },
  notAssigned: { es: 'No se asignó ninguna SIM', en: 'No SIM was assigned' },
} as const satisfies Record<string, Sentence>

export const ASSIGN_SENTENCES: Readonly<Record<AssignProblem, Sentence>> = {
  not_an_icc: { es: 'no es un ICC, o su dígito verificador no corresponde', en: 'it is no ICC, or its check digit is wrong' },
  repeated: { es: 'está repetido', en: 'it is there twice' },
  of_other_company: { es: 'la SIM es de otra empresa', en: 'the SIM is of another company' },
  in_use: { es: 'la SIM ya se usó', en: 'the SIM was used already' },
  other_kind: { es: 'la SIM es de otro origen o tipo que el plan', en: 'the SIM is of another origin or type than the plan' },
  number_taken: { es: 'otra SIM ya tiene su IMSI o MSISDN', en: 'another SIM has its IMSI or MSISDN already' },
}

export const UNASSIGN_SENTENCES: Readonly<Record<UnassignProblem, Sentence>> = {
  not_filling: REQUEST_SENTENCES.notNow,
  moved: { es: 'La SIM ya es de otra empresa', en: 'The SIM is another company’s by now' },
  used: { es: 'La SIM ya se usó', en: 'The SIM was used already' },
  busy: { es: 'La SIM tiene una operación en curso', en: 'An operation on the SIM is under way' },
}

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
