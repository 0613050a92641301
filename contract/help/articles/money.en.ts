import type { Articles } from '../articles.ts'

export const moneyEn = {
  charges: {
    title: 'Charges',
    lead: 'What each cycle costs, down to the SIM and the day that explain it.',
    body: `
      ## The list
      One charge per cycle and client. Its status:
      - **Open**: the cycle is in progress, and the total is an estimate.
      - **Closing**: the cycle has ended, and late usage may still arrive.
      - **Issued**: an invoice with a number; it no longer changes. **Overdue**, if its date has passed.
      - **Paid**, or **Void** by a credit note.

      Filter by status, client and month, and export the result.

      On top is what is left to pay: everything, what is overdue, what falls due next, and the estimate of open cycles, with the range in which they’ll probably end.

      ## Why it changed
      A charge is compared with that of the cycle before: the **number of SIMs** at the average price before, the **plan mix**, **price and days**, overage, SMS and voice, hibernation, and adjustments of earlier cycles. Together they are exactly the difference.

      ## From the total to the detail
      Open a charge: at the left are its **items** (plan, data overage, SMS, voice, hibernation). Choose one to see its SIMs, a SIM to see its usage by day, and a day to see its sessions. Each column adds up to what the one before says.

      ## How it’s calculated
      - A SIM pays the price of its plan for a cycle in which it was active, or deactivated by an alarm, at any time. If hibernated for the whole cycle, it pays its plan’s hibernation fee.
      - On [several plans](/help/plan-changes) in a cycle, each is charged for its days: **Plan by days**.
      - What goes over the allowance is rounded up once per SIM (or pool) and cycle.
      - Usage that comes after the close goes to the next cycle, as an adjustment.

      ## Downloading
      The **PDF** is the document to read; the **CSV** has the line of each SIM. An issued document is always downloaded the same.

      Administrators mark an invoice as paid, or void it with a credit note. Neither can be undone.
    `,
  },
  plans: {
    title: 'My plans',
    lead: 'The plans that your SIMs are on, what they include and what they cost.',
    body: `
      Each row says what the plan includes (data, SMS, voice), its price, how many SIMs are on it and the total per cycle: **active SIMs times price**. The SIM counts open the list, already filtered.

      ## Details of a plan
      Open it to see its terms per SIM and cycle: current, previous and upcoming ones, with their start date. A change applies to each company from its first cycle starting on or after that day; current cycles don’t change.

      ## Pools
      On a shared plan, the SIMs of a company use their data in common: the allowance times the SIMs that are charged. The card **Pools** shows how much is used, the fullest first.

      ## Optimise plans
      **Optimise plans** finds the cheapest plans for what your SIMs used: see [Optimise plans](/help/optimise).

      ## Plan catalogue
      **Plan catalogue** shows those on offer, by origin, type and plan. Order them in the [store](/help/store).

      Administrators create plans, and schedule new terms from a future day. They also say whether a plan has a minimum stay, in months: it holds for SIMs that get the plan from then on, and limits their [plan changes](/help/plan-changes). If the network of its SIMs has profiles, such as Soracom’s speed classes, they also choose the **network profile**: a SIM that changes to the plan gets it at the same time, or keeps both if the network refuses it.
    `,
  },
  optimise: {
    title: 'Optimise plans',
    lead: 'Which plans would be cheapest for what your SIMs used, and the change with one button.',
    body: `
      **Optimise plans**, in [My plans](/help/plans), takes the usage of the company’s last complete cycles and finds the cheapest plan for each SIM: price, overage of data, SMS and voice, hibernation and pools, by the rules of the invoice. It never proposes anything dearer than what you have.

      ## What you ask for
      - **Cycles**: how many cycles of usage count, up to twelve.
      - **Safety margin**: a SIM that moves to another plan counts with that much more usage. So a move is proposed only if it pays even when the SIM uses more.
      - **SIMs that change, at most**: those that save most are chosen.
      - **Plans and SIMs left out**: plans that no SIM moves to, and SIMs that stay as they are.

      Those options are under **Options**; once there is a result, under **Calculate with other options**.

      Only plans on offer are proposed, of the SIM’s own origin, type and currency. A SIM that is terminated doesn’t move, nor one whose minimum stay lasts beyond the beginning of the next cycle. One that has a change scheduled for the next cycle counts with that plan.

      The calculation goes on in the background, some seconds or, with hundreds of thousands of SIMs, minutes: you can leave the page. The last result of the company stays there for a month, with what was asked, when and by whom; a new one takes its place.

      ## The amounts
      All four are per cycle; below each is the total of the cycles that were looked at.
      - **Savings per cycle**: what the whole proposal saves. Once you have followed a part of it, **remaining savings**: what the changes that are left save, without the overage of pools.
      - **Invoiced**: what the invoices of those cycles say.
      - **On the current plans**: the same usage on the terms of the next cycle. It differs from what was invoiced if prices, plans or SIMs have changed, or if there were adjustments of earlier cycles.
      - **On the proposed plans**, and how much at most if the SIMs that move use more by the margin.

      ## The changes and each plan
      **Proposed changes** has a line for each plan that SIMs move to, with the plan they come from and what that change saves or adds per cycle: it opens and shows which. **By plan** shows how much of their plan’s data the SIMs use (light parts are plans that are too big; the red one, plans that are too small), and their SIMs and cost: those of now and, after the arrow, those proposed.

      The savings of a SIM are without the overage of pools, which belongs to all of them: a SIM that uses little may cost more in a pool and save that for the others. The savings by plan and in total include it, and the last line of **Proposed changes** says how much it is with all changes.

      ## Doing it
      **Change … SIMs** opens the [operation](/help/plan-changes) with those SIMs and that plan, from the next cycle on. Its preview shows what it always shows, and nothing changes until you confirm. Change all the groups of the proposal: the pools are calculated with all of them.

      ## Promised and saved
      **Promised and saved** keeps, for a year, each calculation whose proposal you followed. Once the first whole cycle on the new plans is invoiced, it shows beside what was promised what was saved: what that usage would have cost on the former plans, less what it cost, both by the rules of the invoice. With other usage than in the calculation it may be more or less, even a higher cost, with a minus sign. If only some of the SIMs changed, it says how many; what was promised is still for all of them.

      Each company has its own pools and is calculated by itself, one calculation at a time.
    `,
  },
  hardware: {
    title: 'Hardware and services',
    lead: 'The devices and services that go with your SIMs.',
    body: `
      The list has what was ordered and delivered: product and type, the SIM inside it, IMEI and its two fields. At the top is how many devices there are, how many have a SIM, and how many lack their IMEI.

      ## Editing
      IMEI and fields are changed right in the row: press one, type, and confirm with Enter; Esc leaves it as it was. An IMEI has 15 digits, the last being its check digit.

      ## Finding
      Search by product, IMEI, ICC or label, or filter by company and type. **Without an IMEI** leaves only the devices that lack theirs. **Export** downloads all filtered results.

      **Order hardware** leads to the [store](/help/store).
    `,
  },
  store: {
    title: 'Store and cart',
    lead: 'Ordering new SIMs and hardware.',
    body: `
      The store is a tab of **Requests**.

      ## Building a request
      - **New SIMs**: choose origin, type and plan, and how many. The price of the plan is paid for each active SIM and month.
      - **Hardware**: by category and brand, or by searching. Open a product to see its whole picture and description.

      What you add stays in the **cart**, which is kept until you submit it, also when you close the page. Each person has one. Totals are by currency, and what is paid once stands apart from what is paid by the month.

      ## Submitting
      Type the delivery address and, if you like, a comment. Prices are fixed when you submit. If a price has changed or something is no longer available, the portal tells you first. After that you follow it in [Requests](/help/requests).

      Administrators add products, change prices and pictures, and put the categories in order.
    `,
  },
  requests: {
    title: 'Requests',
    lead: 'Track a request from submission to delivery.',
    body: `
      ## The steps
      **Submitted** → **Approved** or **Rejected** (with its reason) → **Preparing** → **Shipped** → **Delivered** → **Closed**. The requester gets an email at each step taken by others, and can **cancel** it until it’s approved.

      ## The details
      They show what was ordered with its prices, the delivery with its tracking number, who took each step and when, and the assigned SIMs. These appear in your [list of SIMs](/help/sims) too, ready to use and on the plan that was ordered. Hardware that was delivered goes to [Hardware and services](/help/hardware). A request that has ended can be **ordered again**: the same goes into your cart.

      **Close request** says that all of it arrived well; the day of resolution is that of its last step.

      ## For administrators
      Approve or reject, begin to prepare, and **assign the SIMs**: from stock, with a list of ICCs, or with a file. If one line has an error, none is assigned, and it says which one and why. Nothing is shipped until all of them are assigned.
    `,
  },
} satisfies Partial<Articles>
