import type { Articles } from '../article.ts'

export const moneyEn = {
  charges: {
    title: 'Charges',
    lead: 'What each cycle costs, down to the SIM and the day that explain it.',
    body: `
      ## The list
      One charge for each cycle and client. Its state:
      - **Open**: the cycle runs, and the total is an estimate.
      - **Closing**: the cycle has ended, and late usage is waited for.
      - **Issued**: an invoice with a number; it does not change any more. **Overdue**, if its date has passed.
      - **Paid**, or **Void** by a credit note.

      It is filtered by state, client and month, and can be exported.

      ## From the total to the detail
      Open a charge: at the left are its **items** (plan, data overage, SMS, voice, hibernation). Choose one to see its SIMs, a SIM to see its usage by day, and a day to see its sessions. Each column adds up to what the one before says.

      ## How it is worked out
      - A SIM pays the price of its plan for a cycle in which it was active, or deactivated by an alarm, at any time. Hibernated for the whole cycle, it pays what its plan says for hibernation.
      - What goes over the allowance is rounded up once for each SIM (or pool) and cycle.
      - Usage that comes after the close goes to the next cycle, as an adjustment.

      ## Downloading
      The **PDF** is the document to read; the **CSV** has the line of each SIM. An issued document is always downloaded the same.

      Administrators mark an invoice as paid, or void it by a credit note. Neither can be undone.
    `,
  },
  plans: {
    title: 'My plans',
    lead: 'The plans that your SIMs are on, what they include and what they cost.',
    body: `
      Each row says what the plan includes (data, SMS, voice), its price, how many SIMs are on it and the total per cycle: **active SIMs times price**. The numbers of SIMs lead to the list, filtered already.

      ## Details of a plan
      Open it to see its terms per SIM and cycle: those in force, earlier ones and those agreed for later, with the day from which they hold. A change holds for each company from its first cycle that begins on that day or later; running cycles do not change.

      ## Pools
      On a shared plan, the SIMs of a company use their data in common: the allowance times the SIMs that are charged. The card **Pools** shows how much is used, the fullest first.

      ## Other plans
      **Other plans** shows what is offered, by origin, type and plan. They are ordered in the [store](/help/store).

      Administrators make plans, and agree new terms from a day that has not begun.
    `,
  },
  hardware: {
    title: 'Hardware and services',
    lead: 'The devices and services that go with your SIMs.',
    body: `
      The list has what was ordered and delivered: type, product, IMEI, the SIM inside it and its two fields.

      ## Editing
      IMEI and fields are changed right in the row: press one, type, and confirm with Enter; Esc leaves it as it was. An IMEI has 15 digits, the last being its check digit.

      ## Finding
      Search by product, IMEI, ICC or label, or filter by company and type. **Export** downloads all that the filters leave.

      To order more, go to the [store](/help/store).
    `,
  },
  store: {
    title: 'Store and cart',
    lead: 'Ordering new SIMs and hardware.',
    body: `
      The store is a tab of **Requests**.

      ## Putting an order together
      - **New SIMs**: choose origin, type and plan, and how many. The price of the plan is paid for each active SIM and month.
      - **Hardware**: by category and brand, or by searching. Open a product to see its whole picture and description.

      What you add stays in the **cart**, which is kept until you submit it, also when you close the page. Each person has one. Totals are by currency, and what is paid once stands apart from what is paid by the month.

      ## Submitting
      Type the delivery address and, if you like, a comment. Prices are fixed when you submit. If a price has changed or something is not offered any more, the portal says so before. After that you follow it in [Requests](/help/requests).

      Administrators add products, change prices and pictures, and put the categories in order.
    `,
  },
  requests: {
    title: 'Requests',
    lead: 'Following an order from the day it is submitted until it is delivered.',
    body: `
      ## The steps
      **Submitted** → **Approved** or **Rejected** (with its reason) → **Being prepared** → **Shipped** → **Delivered** → **Closed**. Whoever asked for it gets a mail at each step of others, and can **cancel** it as long as it is not approved.

      ## The details
      They show what was ordered with its prices, the delivery with its tracking number, who took each step and when, and the assigned SIMs. These appear in your [list of SIMs](/help/sims) too, ready to use and on the plan that was ordered. Hardware that was delivered goes to [Hardware and services](/help/hardware).

      **Close request** says that all of it arrived well; the day of resolution is that of its last step.

      ## For administrators
      Approve or reject, begin to prepare, and **assign the SIMs**: from stock, with a list of ICCs, or with a file. If one line will not do, none is assigned, and it says which one and why. Nothing is shipped until all of them are assigned.
    `,
  },
} satisfies Partial<Articles>
