import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idParam } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'
import { hardwareList } from './hardware.calls.ts'

export const getBrands = defineCall({
  method: 'GET',
  path: '/store/brandList',
  access: 'requests',
  inSpec: true,
  summary: 'List brands with products on sale',
  list: defineList({ brandId: column.number, brandName: column.text, products: column.number }),
})

export const getProducts = defineCall({
  method: 'GET',
  path: '/store/productList/{brand}',
  access: 'requests',
  inSpec: true,
  summary: 'List products on sale of a brand, optionally of a category',
  params: z.strictObject({ brand: idParam }),
  query: z.strictObject({ category: idParam.optional() }),
  list: hardwareList,
})
