import { z } from 'zod'
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from '#domain/picture-format.ts'
import { PRICE_MAX_MINOR, STORE_CURRENCIES } from '#domain/requests.ts'
import { defineCall } from '../call.ts'
import { idField, idParam } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'

const pictureId = z.string().regex(/^[0-9a-f]{64}$/)

export const hardwareList = defineList({
  hardwareId: column.number,
  hardwareName: column.text,
  /** of several lines */
  hardwareDescription: column.text,
  brandId: column.number,
  brandName: column.text,
  categoryId: column.number,
  categoryName: column.text,
  /** ISO 4217 */
  currency: column.text,
  /** of one, in minor units of the currency */
  price: column.number,
  /** of it in the reader's cart */
  quantity: column.number,
  /** what those cost, in minor units */
  totalPrice: column.number,
  /** names a picture; '' for none */
  picture: column.text,
  active: column.boolean,
  /** '' where the description is for both languages */
  hardwareDescriptionEn: column.text,
})

export const getHardware = defineCall({
  method: 'GET',
  path: '/hardware/list',
  access: 'requests',
  inSpec: true,
  summary: 'List store products by category and name; administrators also get those not on sale',
  query: z.strictObject({
    category: idParam.optional(),
    /** part of a name, a brand or a description */
    search: z.string().trim().max(120).optional(),
  }),
  list: hardwareList,
})

const hardwareBody = z.strictObject({
  hardwareName: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(120),
  hardwareDescription: z.string().trim().max(4000),
  /** in English; '' shows `hardwareDescription` in both languages, and without it a change leaves what there is */
  hardwareDescriptionEn: z.string().trim().max(4000).optional(),
  /** one that is not known yet is made */
  brandName: z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(60),
  categoryId: idField,
  currency: z.enum(STORE_CURRENCIES),
  price: z.number({ error: 'required' }).int().nonnegative().max(PRICE_MAX_MINOR),
  /** as POST /hardware/pictures answered; '' for none */
  picture: z.union([z.literal(''), pictureId]),
  active: z.boolean(),
})
export type HardwareBody = z.infer<typeof hardwareBody>

const hardwareSaved = z.object({ hardwareId: z.number().int() })

export const createHardware = defineCall({
  method: 'POST',
  path: '/hardware',
  access: 'admin',
  inSpec: true,
  summary: 'Create a store product',
  body: hardwareBody,
  data: hardwareSaved,
})

export const changeHardware = defineCall({
  method: 'POST',
  path: '/hardware/edit',
  access: 'admin',
  inSpec: true,
  summary: 'Change a store product; earlier orders keep its name and price',
  body: hardwareBody.extend({ hardwareId: idField }),
  data: hardwareSaved,
})

export const uploadPicture = defineCall({
  method: 'POST',
  path: '/hardware/pictures',
  access: 'admin',
  summary: 'Upload a picture: PNG, JPEG or WebP by its content, 32 to 1200 pixels a side, up to 512 KB',
  upload: PICTURE_TYPES,
  bodyLimit: PICTURE_MAX_BYTES * 16,
  data: z.object({ picture: pictureId, width: z.number().int(), height: z.number().int() }),
})

export const getPicture = defineCall({
  method: 'GET',
  path: '/hardware/pictures/{picture}',
  access: 'requests',
  summary: 'Get a product picture',
  params: z.strictObject({ picture: pictureId }),
  file: PICTURE_TYPES,
})
