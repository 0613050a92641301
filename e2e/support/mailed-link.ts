import { type APIRequestContext, expect } from '@playwright/test'
import { ADMIN, LOGIN_PASSWORD } from './people.ts'

const headers = { 'x-api-key': 'enlace-web' }

/** The path of the link in the last password mail to an address, read by an administrator without a mail server. */
export async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  await request.post('/api/users/session/', { headers, data: { email: ADMIN, password: LOGIN_PASSWORD } })
  let text = ''
  await expect(async () => {
    const list = await request.get('/api/mails', { headers: { ...headers, accept: 'application/json' } })
    const [names, ...rows]: string[][] = (await list.json()).data
    const row = rows.find((cells) => cells[names?.indexOf('address') ?? -1] === email)
    expect(row).toBeDefined()
    text = (await (await request.get(`/api/mails/${row?.[names?.indexOf('mailId') ?? -1]}`, { headers })).json()).data.text
  }).toPass({ timeout: 60_000 })
  const { pathname, search } = new URL(/https?:\S+restore-password\?token=\S+/.exec(text)?.[0] ?? '')
  return `${pathname}${search}`
}
