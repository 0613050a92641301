import { z } from 'zod'
import { CART_LINES_MAX } from '#domain/requests.ts'
import { defineCall } from '../call.ts'
import { countField, idParam } from '../fields.ts'
import { requestLine, requestTotal } from './request-fields.ts'

const cart = z.object({
  lines: z.array(requestLine),
  totals: z.array(requestTotal),
  simQuantity: countField,
  /** where your last request was sent; '' before the first */
  deliveryAddress: z.string(),
})
export type CartData = z.infer<typeof cart>

export const getCart = defineCall({
  method: 'GET',
  path: '/requests/cart',
  access: 'requests',
  summary: 'Get your cart at current prices',
  data: cart,
})

export const emptyCart = defineCall({
  method: 'DELETE',
  path: '/requests/cart',
  access: 'requests',
  summary: 'Empty the cart',
  data: cart,
})

/** What a cart line is of, one of the two, and how many. */
const item = {
  planCode: z.string().min(1).max(100).optional(),
  hardwareId: idParam.optional(),
  quantity: z.number({ error: 'required' }).int().nonnegative(),
}

export const fillCart = defineCall({
  method: 'POST',
  path: '/requests/cart',
  access: 'requests',
  summary: 'Fill an empty cart with lines, all or none: undoes emptying it. HTTP 409 conflict when it has lines',
  body: z.strictObject({ lines: z.array(z.strictObject(item)).min(1).max(CART_LINES_MAX) }),
  data: cart,
})

export const setCartLine = defineCall({
  method: 'PUT',
  path: '/requests/cart',
  access: 'requests',
  summary: 'Set the quantity of a cart line; 0 removes it',
  body: z.strictObject({
    ...item,
    /** beside those that are in the cart already */
    adds: z.boolean().default(false),
  }),
  data: cart,
})

export const submitCart = defineCall({
  method: 'POST',
  path: '/requests/submit',
  access: 'requests',
  summary: 'Submit the cart as a request and freeze its prices; HTTP 409 conflict when they changed since they were shown',
  body: z.strictObject({
    deliveryAddress: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(500),
    note: z.string().trim().max(1000).default(''),
    totals: z.array(requestTotal).max(20),
  }),
  data: z.object({ requestId: z.number().int() }),
})
