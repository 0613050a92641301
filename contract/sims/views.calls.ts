import { z } from 'zod'
import { defineCall } from '../call.ts'
import { idParam } from '../fields.ts'

const savedView = z.object({ viewId: z.number(), name: z.string(), query: z.string() })

export const listSavedViews = defineCall({
  method: 'GET',
  path: '/sim/views',
  access: 'sims',
  summary: 'List your saved views',
  data: z.array(savedView),
})

export const saveView = defineCall({
  method: 'POST',
  path: '/sim/views',
  access: 'sims',
  summary: 'Save a view; an existing name is replaced',
  body: z.strictObject({ name: z.string().trim().min(1).max(60), query: z.string().max(4000) }),
  data: savedView,
})

export const deleteView = defineCall({
  method: 'DELETE',
  path: '/sim/views/{viewId}',
  access: 'sims',
  summary: 'Delete a saved view',
  params: z.strictObject({ viewId: idParam }),
  data: z.null(),
})
