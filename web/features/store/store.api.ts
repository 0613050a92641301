import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments } from '#contract/call.ts'
import type { RowOf } from '#contract/list-codec.ts'
import * as cartCalls from '#contract/requests/cart.calls.ts'
import type { RequestLine } from '#contract/requests/request-fields.ts'
import * as categoryCalls from '#contract/store/categories.calls.ts'
import * as hardwareCalls from '#contract/store/hardware.calls.ts'
import * as storeCalls from '#contract/store/store.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { newIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { rowsQuery } from '#web/lib/rows-query.ts'
import { toasts, type Undo } from '#web/lib/toast-store.ts'
import { CART_SCOPE, cartItemOf, cartQuery } from '#web/shared/orders/cart.api.ts'

export type { CartData } from '#contract/requests/cart.calls.ts'
export type { RequestLine } from '#contract/requests/request-fields.ts'
export type { HardwareBody } from '#contract/store/hardware.calls.ts'
export type CategoryRow = RowOf<typeof categoryCalls.categoryList>
export type HardwareRow = RowOf<typeof hardwareCalls.hardwareList>
type CartChange = CallArguments<typeof cartCalls.setCartLine>['body']
type SubmitBody = CallArguments<typeof cartCalls.submitCart>['body']

/** Filter of the store. */
export interface StoreFilter {
  readonly category?: number | undefined
  readonly brand?: number | undefined
  readonly search?: string | undefined
}

export const categoriesQuery = rowsQuery(categoryCalls.getCategories, ['store', 'categories'], {})

export const categoryChoicesQuery = rowsQuery(categoryCalls.getCategoryChoices, ['store', 'categoryChoices'], {})

export const brandsQuery = rowsQuery(storeCalls.getBrands, ['store', 'brands'], {})

/** A brand's products have their own call; a search covers all of them. */
export const hardwareQuery = ({ category, brand, search }: StoreFilter) =>
  queryOptions({
    queryKey: ['store', 'hardware', category, brand, search],
    queryFn: async ({ signal }) => {
      if (brand === undefined || search !== '') {
        const query = { category, search: search || undefined }
        const { rows } = await call(hardwareCalls.getHardware, { query }, { signal })
        return brand === undefined ? rows : rows.filter(({ brandId }) => brandId === brand)
      }
      return (await call(storeCalls.getProducts, { params: { brand }, query: { category } }, { signal })).rows
    },
  })

/** A picture as an object URL. It never changes, and is cached for the lifetime of the page. */
export const pictureQuery = (picture: string) =>
  queryOptions({
    queryKey: ['picture', picture],
    queryFn: async ({ signal }) => {
      const { blob } = await call(hardwareCalls.getPicture, { params: { picture } }, { signal })
      return URL.createObjectURL(blob)
    },
    enabled: picture !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

const CART_CHANGE = ['cart', 'change'] as const

/** Optimistic update of a cart line's quantity; the totals come with the response. */
function withQuantity(cart: cartCalls.CartData, { planCode, hardwareId, quantity, adds }: CartChange): cartCalls.CartData {
  const isTarget = (line: RequestLine): boolean =>
    planCode === undefined ? line.hardwareId === Number(hardwareId) : line.planCode === planCode
  const lines = cart.lines.map((line) => {
    if (!isTarget(line)) return line
    const total = adds ? line.quantity + quantity : quantity
    return { ...line, quantity: total, totalMinor: total * line.unitMinor }
  })
  return { ...cart, lines: lines.filter((line) => line.quantity > 0) }
}

/** Sets the quantity of a product in the cart. */
export function useSetCart() {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationKey: CART_CHANGE,
    mutationFn: (body: CartChange) => callWithMessage(cartCalls.setCartLine, { body }),
    // three clicks on plus add three, however slow each response is
    onMutate: (body) => {
      client.setQueryData(cartQuery.queryKey, (cart) => cart && withQuantity(cart, body))
    },
    onSuccess: ({ data }) => {
      if (client.isMutating({ mutationKey: CART_CHANGE }) <= 1) client.setQueryData(cartQuery.queryKey, data)
    },
    onError: () => client.invalidateQueries({ queryKey: cartQuery.queryKey }),
    // changes are sent in sequence: the last one wins
    scope: CART_SCOPE,
  })
}

/** Fills the cart again. What is not offered any more could not be ordered, and stays out. */
function undoOfEmptying({ lines }: cartCalls.CartData, client: QueryClient): Undo | undefined {
  const offered = lines.filter(({ isOffered }) => isOffered)
  if (offered.length === 0) return undefined
  const idempotencyKey = newIdempotencyKey()
  const body = { lines: offered.map(cartItemOf) }
  return async () => {
    const { data, message } = await callWithMessage(cartCalls.fillCart, { body }, { idempotencyKey })
    client.setQueryData(cartQuery.queryKey, data)
    return message
  }
}

export function useEmptyCart() {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: (_before: cartCalls.CartData) => callWithMessage(cartCalls.emptyCart, {}),
    onSuccess: ({ data, message }, before) => {
      client.setQueryData(cartQuery.queryKey, data)
      toasts.success(message, undoOfEmptying(before, client))
    },
    scope: CART_SCOPE,
  })
}

export function useSubmitCart() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SubmitBody) => callWithMessage(cartCalls.submitCart, { body }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: cartQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['requests'] })
    },
  })
}

function useInvalidateStore(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['store'] })
    void client.invalidateQueries({ queryKey: cartQuery.queryKey })
  }
}

/** Creates or edits a category. */
export function useSaveCategory() {
  return useMutation({
    mutationFn: ({ categoryId, ...body }: { categoryId: number | undefined; categoryName: string; active: boolean }) =>
      categoryId === undefined
        ? callWithMessage(categoryCalls.createCategory, { body: { categoryName: body.categoryName } })
        : callWithMessage(categoryCalls.changeCategory, { body: { categoryId, ...body } }),
    onSettled: useInvalidateStore(),
  })
}

export function useOrderCategories() {
  const client = useQueryClient()
  return useMutation({
    meta: { toastsError: true },
    mutationFn: (categoryIds: number[]) => callWithMessage(categoryCalls.orderCategories, { body: { categoryIds } }),
    onMutate: (categoryIds) => {
      client.setQueryData(categoriesQuery.queryKey, (before) =>
        before?.toSorted((a, b) => categoryIds.indexOf(a.categoryId) - categoryIds.indexOf(b.categoryId)),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['store'] }),
    scope: { id: 'categories' },
  })
}

/** Creates or edits a product. */
export function useSaveHardware(hardwareId: number | undefined) {
  return useMutation({
    mutationFn: (body: hardwareCalls.HardwareBody) =>
      hardwareId === undefined
        ? callWithMessage(hardwareCalls.createHardware, { body })
        : callWithMessage(hardwareCalls.changeHardware, { body: { ...body, hardwareId } }),
    onSettled: useInvalidateStore(),
  })
}

export function useUploadPicture() {
  return useMutation({ mutationFn: (picture: Blob) => call(hardwareCalls.uploadPicture, {}, { upload: picture }) })
}
