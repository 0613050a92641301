import { z } from 'zod'
import { defineCall } from '../call.ts'
import { column, defineList } from '../list-codec.ts'

const nameField = z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(60)
const idField = z.number({ error: 'required' }).int().positive().max(2_147_483_647)

export const categoryList = defineList({
  categoryId: column.number,
  categoryName: column.text,
  /** pieces of hardware in it that can be ordered */
  products: column.number,
  active: column.boolean,
})

export const getCategories = defineCall({
  method: 'GET',
  path: '/categories/list',
  access: 'requests',
  inSpec: true,
  summary: 'Categories of the store in their order; administrators also see those that are not shown',
  list: categoryList,
})

const categorySaved = z.object({ categoryId: z.number().int() })

export const createCategory = defineCall({
  method: 'POST',
  path: '/categories',
  access: 'admin',
  inSpec: true,
  summary: 'Make a category; it comes last',
  body: z.strictObject({ categoryName: nameField }),
  data: categorySaved,
})

export const changeCategory = defineCall({
  method: 'PUT',
  path: '/categories',
  access: 'admin',
  inSpec: true,
  summary: 'Change a category’s name, or whether it is shown with all that is in it',
  body: z.strictObject({ categoryId: idField, categoryName: nameField, active: z.boolean() }),
  data: categorySaved,
})

export const orderCategories = defineCall({
  method: 'POST',
  path: '/categories/newOrder',
  access: 'admin',
  inSpec: true,
  summary: 'Put the categories into a new order; HTTP 409 conflict unless each is named once',
  body: z.strictObject({ categoryIds: z.array(idField).min(1).max(1000) }),
  data: z.null(),
})

export const getCategoryChoices = defineCall({
  method: 'GET',
  path: '/categories/selectList',
  access: 'requests',
  inSpec: true,
  summary: 'Categories that are shown, in their order, to choose one of them',
  list: defineList({ categoryId: column.number, categoryName: column.text }),
})
