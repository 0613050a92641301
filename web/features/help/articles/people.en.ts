import type { Articles } from '../article.ts'

export const peopleEn = {
  companies: {
    title: 'Companies',
    lead: 'The tree of companies, and the data of each.',
    body: `
      Companies form a tree: the operator, its resellers, the customers and their companies. You see your own and all of those below it.

      ## Finding one
      Open the branches of the tree, or search by name, trade name or tax id, with or without its dots.

      ## Its data
      Business name, trade name, activity, representative, billing contact and e-mail, phones, address, city, country, postal code and website. The tax id is checked by country: RUT in Chile, RUC in Peru and Ecuador, RFC in Mexico, CUIT in Argentina, and the others.

      ## What weighs more
      - **Time zone**, **currency** and **day of the cycle** decide when and how it is charged. Some of the data cannot be changed once there are charges; the screen says which and why.
      - **Requiring two-step verification** makes all of its users log in with a code from their phone.
      - A **blocked** company, and those below it, can see everything but change nothing.

      A new company is created below another one. Then create its first [user](/help/users), who gets an invitation.
    `,
  },
  users: {
    title: 'Users',
    lead: 'Who comes into the portal, and with what data.',
    body: `
      The list has the users of your company and of those below it, with their status and permissions.

      ## Inviting somebody
      1. Create the user with name, e-mail and company.
      2. They get a mail with a link to choose a password. The link works once; if it is too old, send another invitation.
      3. Give them their [permissions](/help/permissions). Without any they see the dashboard, the charges and the help.

      ## Changing, deactivating, deleting
      - **Deactivate** closes the door without deleting: their sessions end, and they can be reactivated.
      - **Delete** takes them away. What they did stays in the [audit log](/help/audit) with their e-mail.

      Nobody touches a user outside their tree, or one who has permissions that they do not have themselves, and the last administrator cannot be removed.

      ## Seeing the portal as somebody else
      An administrator can look at the portal just as a user sees it, without changing anything. A band at the top says so as long as it lasts, and it is recorded in the audit log.
    `,
  },
  permissions: {
    title: 'Permissions',
    lead: 'What each user may do, in one table.',
    body: `
      It is reached from **Users**. Each row is a user, each column a permission. Tick or untick, and **save** the row. The change takes effect within seconds, also for somebody who is logged in.

      ## What each one opens
      - **SIMs**: the list, each SIM and the operations.
      - **Requests**: the store, the cart and the orders.
      - **Hardware and services**: the company's devices.
      - **Alarms**: setting them, seeing what they told, and restoring data.
      - **SMS report**, **Plans**, **Companies** and **Users**: their screens. Users also opens integrations and the audit log.
      - **Can hibernate**: besides the permission for SIMs, to hibernate and reactivate.

      The dashboard, the charges and the help need no permission.

      ## The rules
      Nobody can give a permission that they do not have, or change their own. Taking one away is always possible. The server asks for the same permissions as the screen: hiding a menu is not the protection.
    `,
  },
  integrations: {
    title: 'Integrations and API keys',
    lead: 'Letting a program of yours work with the portal.',
    body: `
      In the menu of your name, **Integrations**. It needs the permission for users.

      ## Creating a key
      1. Name it after the program that will use it.
      2. Choose its permissions: only those that you have, and the fewer the better.
      3. Choose when it expires and, if you can, from which IP addresses it is accepted.
      4. Copy it when it is created: **it is not shown again**, to anybody.

      The program sends it in the header x-api-key. The page **API reference** has every call with examples; they are the ones that this portal uses itself.

      ## Looking after it
      - The list says when each one was last used, and from where.
      - **Revoke** turns it off at once, and cannot be undone.
      - If whoever made it leaves the company or loses a permission, the key loses it too.
      - Each key has a limit of requests a minute. Beyond it the answer is 429, and says how long to wait.

      For the portal to tell your systems, instead of being asked, use [webhooks](/help/webhooks).
    `,
  },
  webhooks: {
    title: 'Webhooks',
    lead: 'Letting the portal tell your systems when something happens.',
    body: `
      They are in **Integrations**. An endpoint is an https address of your system, and the events that it wants: operation finished, alarm fired, SIM status changed, SMS received and invoice issued.

      ## Receiving messages
      - Your system answers with a 2xx within 15 seconds. If it does not, the message is repeated for 24 hours, with longer and longer pauses.
      - A message can arrive twice: know it again by its id.
      - Each one is signed according to Standard Webhooks. Check the signature with the secret, which is only shown when the endpoint is created. When it is changed, the previous one works for another 24 hours.

      ## Trying and checking
      A **test message** can be sent at any time. The **log** has the messages of the last 30 days with each attempt and its answer; any of them can be sent again. An endpoint that fails for days turns itself off. So does one whose author loses the permission to see those events, or leaves: somebody who has them all can turn it on again.

      Addresses in private networks are refused, unless the operator allows them.
    `,
  },
  audit: {
    title: 'Audit log',
    lead: 'Who did what, to what, when and from where.',
    body: `
      Every change made in the portal is recorded here and cannot be deleted: the person, the action, the thing, how it was and how it is, the time and the address. Passwords and secrets are never in it.

      ## Who sees what
      Administrators see all of it. Whoever has the permission for users sees what concerns their company and those below it, also what an administrator did with their things.

      ## When an administrator looks at your data
      That is recorded too, with the action **Looked at data**: one entry for each person, kind of data and hour, not one for each row that they saw. If they looked at a list of all companies at once, the entry says “of all companies” and is the operator's.

      ## Searching
      Filter by action, kind of thing, company, days, e-mail or identifier (an ICC, a number). The company is found by typing part of its name or tax id. Press a person or a thing to see only theirs. **Export** downloads all that the filters leave.
    `,
  },
} satisfies Partial<Articles>
