import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idField } from '../fields.ts'
import { column, defineList } from '../list-codec.ts'

const nameField = z.string({ error: 'required' }).trim().min(1, { error: 'required' }).max(60)

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
  summary: 'List store categories in order; administrators also get hidden ones',
  list: categoryList,
})

const categorySaved = z.object({ categoryId: z.number().int() })

export const createCategory = defineCall({
  method: 'POST',
  path: '/categories',
  access: 'admin',
  inSpec: true,
  summary: 'Create a category; placed last',
  body: z.strictObject({ categoryName: nameField }),
  data: categorySaved,
})

export const changeCategory = defineCall({
  method: 'PUT',
  path: '/categories',
  access: 'admin',
  inSpec: true,
  summary: 'Change a category’s name or visibility',
  body: z.strictObject({ categoryId: idField, categoryName: nameField, active: z.boolean() }),
  data: categorySaved,
})

export const orderCategories = defineCall({
  method: 'POST',
  path: '/categories/newOrder',
  access: 'admin',
  inSpec: true,
  summary: 'Reorder the categories; HTTP 409 conflict unless each is named once',
  body: z.strictObject({ categoryIds: z.array(idField).min(1).max(1000) }),
  data: z.null(),
})

export const getCategoryChoices = defineCall({
  method: 'GET',
  path: '/categories/selectList',
  access: 'requests',
  inSpec: true,
  summary: 'List visible categories in order, for a selector',
  list: defineList({ categoryId: column.number, categoryName: column.text }),
})
