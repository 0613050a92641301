import { expect, type Locator, type Page } from '@playwright/test'
import { emptyCart } from '#contract/requests/cart.calls.ts'
import { luhnDigit } from '#domain/identifiers.ts'
import { ADMIN, ANA, logInAs } from './support/people.ts'
import { mainMenu } from './support/shell.ts'
import { button } from './support/sim-dialogs.ts'
import { test } from './support/test.ts'

/** What a person does: clicks and keys that start something count, typing into a field does not, nor the Enter that ends it. */
class Hand {
  count = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async click(target: Locator): Promise<void> {
    this.count++
    await target.click()
  }

  /** A choice of a list that opens by a click and is made by typing. */
  async choose(list: Locator, label: string): Promise<void> {
    this.count++
    await list.selectOption({ label })
  }

  async upload(button: Locator, name: string, lines: readonly string[]): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser')
    await this.click(button)
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  }

  /** The key '/', a text, and Enter on the option that is meant. */
  async find(text: string, name: string | RegExp): Promise<void> {
    this.count++
    await this.#page.keyboard.press('/')
    await this.#page.keyboard.type(text)
    const option = this.#page.getByRole('option', { name }).first()
    await expect(option).toBeVisible()
    for (let down = 0; down < 30 && !(await option.getAttribute('data-combobox-selected')); down++)
      await this.#page.keyboard.press('ArrowDown')
    await this.#page.keyboard.press('Enter')
  }
}

interface Job {
  readonly name: string
  readonly person: string
  /** clicks and keys of the best portals */
  readonly best: number
  readonly act: (page: Page, hand: Hand) => Promise<void>
}

const dialog = (page: Page) => page.getByRole('dialog').last()

/** ICCs of Ana's SIMs in a status, of types that can be hibernated; or of the end of her largest plan, where no other test needs them. */
async function iccsOf(page: Page, status: number, limit: number, isFromEnd = false): Promise<string[]> {
  const kinds = isFromEnd ? { planCodes: ['CL-TEL50'] } : { simTypeIds: [2, 3, 4, 5] }
  const filter = { administrativeStatusIds: [status], ...kinds }
  const headers = { 'x-api-key': 'enlace-web', accept: 'text/tab-separated-values' }
  const data = { filter, sort: 'icc', descending: isFromEnd, limit }
  const answer = await page.request.post('/api/sim/searchSims', { headers, data })
  const [names = '', ...lines] = (await answer.text()).trim().split('\n')
  const place = names.split('\t').indexOf('icc')
  expect(place, names).toBeGreaterThanOrEqual(0)
  return lines.map((line) => line.split('\t')[place] ?? '')
}

const RUN = String(Date.now() % 1_000_000_000).padStart(9, '0')

const JOBS: readonly Job[] = [
  {
    name: 'a known truck has no data: why, and the cure',
    person: ANA,
    best: 3,
    act: async (page, hand) => {
      const [icc = ''] = await iccsOf(page, 10, 1)
      await hand.find(`diagnosticar ${icc.slice(-8)}`, new RegExp(`Diagnosticar .*${icc}`))
      await hand.click(button(dialog(page), /^Restablecer/).first())
      await hand.click(button(dialog(page), /^Restablecer/).last())
      // a network may take longer than the dialog waits
      await expect(
        page.getByText(/Los datos de la SIM se restablecieron|La red está restableciendo los datos/).first(),
      ).toBeVisible()
    },
  },
  {
    name: 'trucks that went silent since yesterday',
    person: ANA,
    best: 2,
    act: async (page, hand) => {
      await hand.click(mainMenu(page).getByRole('link', { name: 'Sims' }))
      await hand.click(button(page, /^Silenciosas/))
      await expect(page).toHaveURL(/silent=24h/)
    },
  },
  {
    name: 'hibernate 300 SIMs of a file',
    person: ANA,
    best: 5,
    act: async (page, hand) => {
      const iccs = await iccsOf(page, 2, 300, true)
      expect(iccs).toHaveLength(300)
      await hand.find('hibernar', 'Hibernar: muchas SIMs, de un archivo')
      await hand.upload(button(dialog(page), 'Elegir archivo'), 'sims.csv', ['ICC', ...iccs])
      await expect(dialog(page).getByText('300 líneas')).toBeVisible()
      await hand.click(button(dialog(page), 'Revisar'))
      await expect(dialog(page).getByText(/^Ahorran/)).toBeVisible()
      await hand.click(button(dialog(page), /^Hibernar \d+ SIMs$/))
      await expect(dialog(page).getByText('Realizadas')).toBeVisible()
    },
  },
  {
    name: 'an alarm for one plan',
    person: ANA,
    best: 4,
    act: async (page, hand) => {
      await hand.find('crear alarma', 'Crear una alarma')
      const plan = dialog(page).getByRole('combobox', { name: 'Plan' })
      const label = await plan
        .getByRole('option', { name: /^IoT 250 MB/ })
        .first()
        .innerText()
      await hand.choose(plan, label)
      await hand.click(dialog(page).getByRole('textbox', { name: 'Límite por SIM y ciclo' }))
      await page.keyboard.type('900 GB')
      await hand.click(button(dialog(page), 'Crear alarma'))
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    name: 'from the invoice of a month to the day of a SIM',
    person: ANA,
    best: 5,
    act: async (page, hand) => {
      await hand.find('octubre', /^F-/)
      const concept = page.getByRole('region', { name: 'Conceptos' }).locator('[aria-current]')
      const sims = page.getByRole('region', { name: (await concept.locator('.medium').textContent()) ?? '' })
      await hand.click(sims.getByRole('listitem').first().getByRole('button'))
      await expect(page).toHaveURL(/icc=89\d+/)
      const usage = page.getByRole('region', { name: (await sims.locator('[aria-current] .medium').textContent()) ?? '' })
      await hand.click(usage.getByRole('button').first())
    },
  },
  {
    name: '25 SIMs of a plan',
    person: ANA,
    best: 6,
    act: async (page, hand) => {
      await page.request.delete(`/api${emptyCart.path}`, { headers: { 'x-api-key': 'enlace-web' } })
      await hand.find('pedir sims', 'Solicitar SIMs o equipos')
      await hand.choose(page.getByRole('combobox', { name: 'Origen' }), 'Chile')
      await hand.choose(page.getByRole('combobox', { name: 'Tipo', exact: true }), 'Local')
      const plans = page.getByRole('combobox', { name: 'Plan', exact: true })
      await hand.choose(plans, await plans.getByRole('option', { name: /^IoT 250 MB/ }).innerText())
      await page.getByLabel('Cantidad', { exact: true }).fill('25')
      await page.keyboard.press('Enter')
      await hand.click(button(page, /^Carrito, 1/))
      await hand.click(button(dialog(page), 'Enviar solicitud'))
      await expect(page).toHaveURL(/\/requests\/\d+$/)
      await expect(
        page
          .getByText(/^25 SIMs/)
          .or(page.getByText('25', { exact: true }))
          .first(),
      ).toBeVisible()
    },
  },
  {
    name: 'whether a network is ill',
    person: ADMIN,
    best: 1,
    act: async (page, hand) => {
      await hand.click(page.getByRole('link', { name: /Ver red/ }).first())
      await expect(page).toHaveURL(/\/networks/)
    },
  },
  {
    name: 'a new customer with its first user and SIMs',
    person: ADMIN,
    best: 8,
    act: async (page, hand) => {
      await hand.find('crear empresa', 'Crear una empresa')
      const company = dialog(page)
      await company.getByRole('textbox', { name: 'Razón social' }).fill(`Minera ${RUN}`)
      await hand.choose(company.getByRole('combobox', { name: 'País' }), 'Chile')
      await company.getByRole('textbox', { name: 'RUT' }).fill('77.654.321-7')
      await hand.click(button(company, 'Crear la empresa'))
      const user = page.getByRole('dialog', { name: 'Invitar usuario' })
      await user.getByRole('textbox', { name: 'Nombre' }).fill('Luz')
      await user.getByRole('textbox', { name: 'Apellido' }).fill('Aravena')
      await user.getByRole('textbox', { name: 'E-mail' }).fill(`luz.${RUN}@minera.test`)
      await hand.click(button(user, 'Operaciones'))
      await hand.click(button(user, 'Crear y enviar invitación'))
      const assign = page.getByRole('dialog', { name: 'Asignar a empresa' })
      const iccs = (await iccsOf(page, 1, 60)).slice(58)
      await hand.click(button(assign, 'Pegar ICC'))
      await assign.getByLabel('ICC, uno por línea').fill(iccs.join('\n'))
      await hand.click(button(assign, 'Revisar'))
      await hand.click(button(page, 'Asignar 2 SIMs'))
      await expect(dialog(page).getByText('Proceso realizado exitosamente')).toBeVisible()
    },
  },
  {
    name: 'import an inventory',
    person: ADMIN,
    best: 5,
    act: async (page, hand) => {
      const digits = `895499${RUN}0001`
      await hand.find('importar', 'Importar SIMs')
      const lines = ['ICC;Cliente;Plan;APN', `${digits}${luhnDigit(digits)};Pampa Agro;Agro 100 MB;IoT Argentina`]
      await hand.upload(button(dialog(page), /^Elegir archivo/), 'inventario.csv', lines)
      await hand.click(button(dialog(page), 'Revisar el archivo'))
      await hand.click(button(dialog(page), /^Importar 1 SIM/))
      await expect(page.getByText('Importación terminada')).toBeVisible()
    },
  },
]

for (const { name, person, best, act } of JOBS)
  test(`${name}: at most ${best} clicks and keys`, async ({ page }) => {
    await logInAs(page, person)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const hand = new Hand(page)
    await act(page, hand)
    expect(hand.count).toBeLessThanOrEqual(best)
  })
