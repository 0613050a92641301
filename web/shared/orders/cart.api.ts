import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as cartCalls from '#contract/requests/cart.calls.ts'
import type { RequestLine } from '#contract/requests/request-fields.ts'
import { call } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'

export const cartQuery = callQuery(cartCalls.getCart, ['cart'], {})

/** Changes of the cart are sent in sequence. */
export const CART_SCOPE = { id: 'cart' }

/** What a line is of, and how many, as the cart takes it. */
export const cartItemOf = ({ planCode, hardwareId, quantity }: RequestLine) =>
  hardwareId === null ? { planCode, quantity } : { hardwareId, quantity }

/** Adds lines to the cart, beside what is in it. */
export function useAddToCart() {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: async (added: readonly RequestLine[]) => {
      const lines = added.map(cartItemOf)
      // all or none; only an empty cart takes them so
      if ((await call(cartCalls.getCart, {})).lines.length === 0) await call(cartCalls.fillCart, { body: { lines } })
      else for (const line of lines) await call(cartCalls.setCartLine, { body: { ...line, adds: true } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: cartQuery.queryKey }),
    scope: CART_SCOPE,
  })
}
