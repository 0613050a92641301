import type { Articles } from '../articles.ts'

export const peopleEn = {
  companies: {
    title: 'Companies',
    lead: 'The tree of companies, and the data of each.',
    body: `
      Companies form a tree: the operator, its resellers, the customers and their companies. You see your own and all its subsidiaries.

      ## Finding one
      Open the branches of the tree, or search by name, trade name or tax id, with or without its dots.

      ## The page of a company
      In the list, a row opens the company beside it: what it owes, its SIMs by status and its data; the arrow keys go on to the next one. From there, or by the name of a company on any other screen, you reach its page: what it owes, its SIMs by status, its usage of the cycle, its subsidiaries, users, alarms, API keys and webhooks, and its last operations and requests. Each part shows only if you have its permission, and each figure leads to what it counts. **With subsidiaries** adds up those of all companies further down, in the lists they lead to as well; a company whose subsidiaries have more SIMs than it has begins like that.

      ## Working in one
      If you see several companies, choose in the header, beside the logo, where you work: in all of them, or in one and its subsidiaries. The choice holds on every screen and in every tab: dashboard, lists, search, files, operations and updates show only what is that company's, and what you create belongs to it. The × button goes back to all. You can also start on a company's page, or from its menu in the list. Logging out ends it.

      Meanwhile, what belongs to the operator as a whole, such as networks or popups, isn't offered. Your saved views, your account and your API keys don't change.

      ## Its data
      Business name, trade name, line of business, representative, billing contact and email, phones, address, city, country, postal code and website. The tax id is checked by country: RUT in Chile, RUC in Peru and Ecuador, RFC in Mexico, CUIT in Argentina, and the others.

      ## What matters most
      - **Time zone**, **currency** and **day of the cycle** decide when and how it is charged. The country of a new company proposes time zone and currency, until you choose others. Some of the data cannot be changed once there are charges; the screen says which and why.
      - **Requiring two-step verification** makes all of its users log in with a code from their phone.
      - A **blocked** company, and its subsidiaries, can see everything but change nothing.

      ## The names of the fields
      Each SIM has two fields of your own: the label and field 2. The company can name them, such as License plate or Base, with up to 30 characters. Its subsidiaries inherit the names unless they set their own. Whoever sees companies with different names reads Label and Field 2.

      ## A new company
      **New company** creates a subsidiary of the one you choose, with a few details or with all (**More details**), and opens its page, which goes on with the first [user](/help/users) and with its SIMs. Each step can be left for later: **Getting started** stays on top of the company’s page until someone enters the portal, or until you hide it in this browser.
    `,
  },
  users: {
    title: 'Users',
    lead: 'Who logs in to the portal, and with what data.',
    body: `
      The list has the users of your company and its subsidiaries, with their status and permissions.

      ## Inviting someone
      1. Create the user with name, email and company.
      2. They get an email with a link to choose a password. The link works once; if it is too old, send another invitation.
      3. Choose a **role** (administrator, operations, billing, read only): it ticks its permissions, and you can change them. You can also give them later in [permissions](/help/permissions). Without any they see the dashboard, the charges and the help.

      ## Editing, deactivating, deleting
      - **Deactivate** blocks login without deleting: their sessions end, and they can be reactivated.
      - **Delete** removes them. What they did stays in the [audit log](/help/audit) with their email.

      You can’t edit a user outside your tree, or one with permissions you don’t have, and the last administrator can’t be removed.

      ## Viewing the portal as another user
      An administrator can view the portal just as a user sees it, without changing anything. A bar at the top says so while it lasts, and it’s recorded in the audit log.
    `,
  },
  permissions: {
    title: 'Permissions',
    lead: 'What each user may do, in one table.',
    body: `
      It is reached from **Users**. Each row is a user, each column a permission. Choose their **role**, which ticks its permissions at once, or tick and untick them one by one, and **save** the row. With other permissions than those of a role it says **Custom**. The change takes effect within seconds, also for users who are logged in.

      ## What each one opens
      - **SIMs**: the list, each SIM and the operations.
      - **Requests**: the store, the cart and the requests.
      - **Hardware and services**: the company’s devices.
      - **Alarms**: setting them, viewing notifications and restoring data.
      - **SMS report**, **Plans**, **Companies** and **Users**: their screens. Users also opens integrations and the audit log.
      - **Hibernate and reactivate**: besides the permission for SIMs.

      The dashboard, the charges and the help need no permission.

      ## The rules
      You can’t grant a permission you don’t have, or change your own. You can always remove one. The server asks for the same permissions as the screen: hiding a menu is not the protection.
    `,
  },
  integrations: {
    title: 'Integrations and API keys',
    lead: 'Connect your programs to the portal.',
    body: `
      In the menu of your name, **Integrations**. It needs the permission for users.

      ## Creating a key
      1. Name it after the program that will use it.
      2. Choose its permissions: only those that you have, and the fewer the better.
      3. Choose when it expires and, if you can, from which IP addresses it is accepted.
      4. Copy it when it is created: **it is not shown again**, to anybody.

      The program sends it in the header x-api-key. The page **API reference** has every call with examples; they are the ones that this portal uses itself. Programs in TypeScript or JavaScript have a client of their own, **enlace-client**, with every call and its types: ask your operator for it.

      ## CAMARA
      Programs written for CAMARA, the common API of telephone operators, can ask this portal too. The key needs the permission for SIMs.

      Ask for a token, which is good for ten minutes. The client is the visible beginning of the key, such as enl_AbCdEf, and its secret the whole key:

      curl -u enl_AbCdEf:KEY -d grant_type=client_credentials -d scope=device-reachability-status:read https://portal.company.com/oauth/token

      Use the access_token of the answer, for instance to find out whether a SIM is reachable:

      curl -H "authorization: Bearer TOKEN" -H "content-type: application/json" -d '{"device":{"phoneNumber":"+56912345678"}}' https://portal.company.com/camara/device-reachability-status/v1/retrieve

      There are also roaming, network type, location, SIM and device changes, the device, remaining data, services, and locks. With the permission for alarms a key also cuts and restores data (scope device-communication-function:manage). Programs can also subscribe to events, such as a SIM that begins to roam, leaves an area or has used half of its data: they arrive at an address of theirs as CloudEvents, and end with the key. A SIM is named by its number or by the IP address of its session.

      ## Connecting a terminal
      1. Run **enlace login** on your machine. It shows an address and a code.
      2. Open the address and compare the code.
      3. Choose what the terminal may do, and press **Connect**.

      You copy no key: the terminal makes it, and it appears in this list. If you didn’t request the connection, press **Refuse**.

      ## Looking after it
      - The list says when each one was last used, and from where.
      - **Revoke** turns it off immediately, and can’t be undone.
      - If whoever made it leaves the company or loses a permission, the key loses it too.
      - Each key has a limit of requests a minute. Beyond it the answer is 429, and says how long to wait.

      For the portal to notify your systems, instead of polling, use [webhooks](/help/webhooks).
    `,
  },
  webhooks: {
    title: 'Webhooks',
    lead: 'Notify your systems when something happens.',
    body: `
      They are in **Integrations**. An endpoint is an https URL in your system, and the events it receives: operation finished, alarm fired, SIM status changed, SIM plan changed, SMS received and invoice issued.

      ## Receiving messages
      - Your system responds with a 2xx within 15 seconds. If not, the message is retried for 24 hours, with growing pauses.
      - A message has up to 500 items.
      - A message can arrive twice: use its id to recognise it.
      - Each one is signed according to Standard Webhooks. Check the signature with the secret, which is only shown when the endpoint is created. When it is changed, the previous one works for another 24 hours.

      ## Testing and checking
      **Send test** sends a sample message. The **log** has the messages from the last 30 days with each attempt and its response; you can resend any of them. An endpoint that fails for days is turned off. So is one whose author loses the permission to see those events, or leaves: a user with all those permissions can turn it on again.

      Addresses in private networks are refused, unless the operator allows them.
    `,
  },
  audit: {
    title: 'Audit log',
    lead: 'Who did what, to what, when and from where.',
    body: `
      Every change made in the portal is recorded here and cannot be deleted: the user, the action, the object, its values before and after, the time and the IP. Passwords and secrets are never in it.

      ## Who sees what
      Administrators see all of it. Users with the users permission see what concerns their company and its subsidiaries, including what an administrator did there.

      ## When an administrator views your data
      That is recorded too: **Include log-ins and views** shows it, with the action **Viewed data**, which the list spells out: one entry per user, type of data and hour, not one per row; consecutive ones of the same minute are shown together. If they viewed a list of all companies at once, the entry says “of all companies” and is the operator’s.

      ## Searching
      Filter by action, object, company, days, email or identifier (an ICC, a number). The company is found by typing part of its name or tax id. Click a user or an object to see only its entries. **Export** downloads all filtered results.
    `,
  },
} satisfies Partial<Articles>
