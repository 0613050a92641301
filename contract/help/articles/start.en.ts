import type { Articles } from '../articles.ts'

export const startEn = {
  start: {
    title: 'First steps',
    lead: 'What the portal has, and where to begin.',
    body: `
      Enlace shows you your SIMs, what they use and what they cost, and lets you act on them: one by one, or hundreds of thousands at a time.

      ## Getting around
      - The **menu at the top** has the screens that your user may see. On a phone the three lines open it.
      - The **search box** in the header leads to a SIM, a screen or an action. The key / or Ctrl+K goes to it too; the key ? shows the other shortcuts.
      - The **question mark** opens the help topic of the screen you are on.
      - A click on a **row** of SIMs, operations, charges, requests or users opens it beside the list: J and K go to the next and the previous one, Esc closes.
      - The **menu of your name** has the light and dark theme, the language, the density of lists, your account, security and log out.
      - Under **Help**, **Manuals** opens every topic on one page that can be printed, or the manuals that your operator has put there.

      ## What you see, and what you do not
      You see the SIMs of your company and its subsidiaries. Each screen needs a permission; without it the screen is not in the menu. The person who manages your company’s [users](/help/users) grants permissions.

      ## A good beginning
      1. Look at the [dashboard](/help/dashboard): how many SIMs there are, and how many are connected.
      2. Open the [list of SIMs](/help/sims) and give them labels that mean something to you: the number plate, the shop, the meter.
      3. Create an [alarm](/help/alarms), so that no SIM uses too much without you knowing.
      4. Turn on [two-step verification](/help/security).

      Times are shown in the zone of your computer. Numbers follow the language of the page (in Spanish a point for thousands and a comma for decimals), and 1 MB is 1024 × 1024 bytes. Plan sizes, limits and what is used of them are in MB; from 10,000 MB on the value in GB or TB stands behind.
    `,
  },
  dashboard: {
    title: 'Dashboard',
    lead: 'How the fleet is doing on one screen, up to date without reloading.',
    body: `
      ## The four totals
      - **Total SIMs**: all of yours, whatever their status.
      - **Active**: those whose status is Active.
      - **To activate**: those that have not been used yet and cost nothing yet.
      - **Connected**: active ones with an open data session right now. The other active ones count as disconnected.

      Each total opens the SIM list, already filtered; so do the disconnected ones.

      ## Needs attention
      What requires attention now, most urgent first: operators that fail and how many SIMs depend on them, invoices overdue or to pay, pools over 100%, SIMs with no signal, what a rule asks to confirm, SIMs with data cut or all of their plan used, lines of operations that failed in the last 7 days, and requests that wait. Each line opens exactly that. Only what your permissions let you see appears, and what is in order doesn’t.

      While nothing does, the **first steps** of a new account are there, with what is done already; they can be hidden.

      ## The cards
      - **Fleet usage**: data by day; the line over each bar is the same day of the cycle before, or of the period before with 7 or 30 days. The percentage compares days that are over.
      - **Connected**: how many SIMs had a session over the last 24 hours, measured every quarter of an hour.
      - **Billing history**: what the last cycles cost, the debt, and an estimate for the current cycle. Each bar opens the charges of its month. The estimate projects usage to the close; it isn’t an invoice. The range beside it is where nine cycles of ten end, by how much daily usage varied over the last 60 days; it narrows until the close and appears once there are two weeks of usage. It doesn’t include new SIMs or plan changes.
      - **Operator status**: how each operator has answered in the last minutes, those that fail first. Operational, Intermittent or Out of service; if the operator left a note, it appears next to it.
      - **Pool control**: how much of shared plans is used. Green up to half, orange up to 99%, red from 100%. Each pool opens its SIMs, the greatest usage first.
      - **SIMs by operator**: how the fleet is spread.
      - **Top consumptions**: the SIMs that have used most of their plan in this cycle.

      Above the figures is the time they’re current as of. While usage is still being counted, it also shows up to when.
    `,
  },
  search: {
    title: 'Search box',
    lead: 'Finding one SIM among a million, or reaching a screen without the menu.',
    body: `
      Type into the search box of the header. The key / or Ctrl+K goes to it from anywhere.

      ## What it finds
      - **SIMs**, from three characters on: by ICC, MSISDN, IMEI, IMSI or label, and by any part of them; by the IP address of their session, too, IPv4 or IPv6, whole or its beginning (“10.41.”). Those that are or end in what you typed come first. What was found is marked; the SIM’s status is at the left, when it was last seen at the right.
      - **What you want to do with a SIM**: “hibernate 2116” offers to hibernate the SIMs with 2116 that can be hibernated. So do “restart”, “activate”, “terminate”, “send sms” or “diagnose”. The action alone also offers it for many SIMs, from a file. Nothing happens before you confirm it.
      - **Companies, users, charges, operations, requests, alarms and plans**: a company or a user by a part of the name, a charge by its number or month (“october 2026”), an operation by its number, kind, state or reason (“failed hibernations”), a request by its number, state, company or requester (“pending requests”), an alarm by its plan, company or an address of its mails.
      - **Other actions**: “create alarm”, “invite user”, “export”, “dark theme”, “log out”.
      - **Pages and help topics**, by other names too: “invoice” leads to Charges. Type in Spanish or English, with or without accents.

      While the box is empty it shows the SIMs and pages that you opened last. Only you see them, in this browser, and they are deleted when you log out.

      ## How to use it
      Choose with the arrows and open with Enter. With nothing chosen, Enter or the magnifying glass searches the whole fleet for the text: if anything matches, the list of SIMs opens with the result; if nothing does, or the search fails, it is said beside the box. The search is cleared when you leave the list.

      An ICC can be typed with or without its last check digit, with blanks and with the F at its end.
    `,
  },
  updates: {
    title: 'Updates',
    lead: 'The bell in the header: what happened while you weren’t looking.',
    body: `
      The number on the bell says how many updates you haven’t read. Open it (or type “updates” in the search) to see them, the latest first; each leads to the screen where you can act. An update is read when you open it, or all of them with **Mark all as read**. Those of the last 90 days are shown.

      ## What it shows
      - **Alarms reached**: how many SIMs reached an alarm, or came close to it, in each hour.
      - **Rules that fired**: for how many SIMs a [rule](/help/rules) fired in each hour.
      - **SIMs in another device or place**: how many [locked](/help/locks) SIMs were detected in another device, or outside their countries and networks, in each hour.
      - **Your operations** that ended, with what failed. Of actions on a single SIM, only those that failed.
      - **Invoices** and credit notes issued, and overdue invoices.
      - **Requests** that someone else moved.
      - **Support messages** that answer your question.

      Only what your permissions allow is shown. When more of the same happens, the line grows and is unread again.

      ## Choose what to show
      The gear in the list turns off what you don’t need. It applies to you alone.
    `,
  },
  account: {
    title: 'Your account and password',
    lead: 'Your data, your password, and how to get a new one.',
    body: `
      Open the menu of your name and choose **Account**.

      ## Personal information
      Your data is read-only until you press **Edit**. **Save** changes it; **Cancel** leaves it as it was. Name, last name, email and country are required. The company can’t be changed here. If you change the email you are asked for your password, and for the code if you use two-step verification: from then on you log in with the new one.

      ## Password
      It asks for the current one and twice for the new one. The new one has 8 to 30 characters, with at least a number, a lowercase letter and an uppercase letter. **Save** is enabled once all of this is met.

      ## If you forgot it
      1. On the login page, use **Forgot it?** with your email.
      2. You get an email with a link that works once, for 60 minutes.
      3. When the new one is saved, sessions on other computers end.

      If the link was used or is too old, ask for another one. The answer is the same whether or not the account exists, so no one can find out who has one.

      ## Too many attempts
      After several wrong passwords the account waits a little before it takes another one, longer each time. The page says how many seconds are left.
    `,
  },
  security: {
    title: 'Security: two-step verification and sessions',
    lead: 'A second step when you log in, recovery codes, and the devices you are logged in on.',
    body: `
      All of this is in the menu of your name, under **Security**.

      ## Two-step verification
      1. Press **Turn on** and confirm with your password.
      2. Scan the QR code with an authenticator app on your phone.
      3. Type the 6 digits that the app shows.
      4. Keep the **recovery codes**: each works once in place of the phone, and they are not shown again.

      From then on you are asked for the password and the code. When you change your phone, replace it there; when the codes are used up, create new ones. A company can require this of all its users: then it is set up when logging in, and cannot be turned off.

      ## Open sessions
      The list shows the devices where you’re logged in, from where, and when they were last active. End any you don’t recognise, or all the others at once, and then change the password. A session ends after 30 minutes of inactivity, or 12 hours.

      ## Single sign-on
      If your company has set it up, you log in with your company’s account from the login page. Your user must already exist in the portal, with the same email.
    `,
  },
  agents: {
    title: 'Agents and assistants',
    lead: 'Let an assistant look into the portal for you: it reads and prepares, you confirm.',
    body: `
      An assistant that uses the Model Context Protocol (MCP) can answer questions about your fleet: which SIMs are silent, why one does not work, what this cycle will cost.

      ## Connecting it
      1. In your assistant, add a connector or MCP server with the address of this portal and **/mcp** after it, such as https://portal.company.com/mcp.
      2. The assistant opens a page of this portal. Log in, if you aren’t.
      3. Read who asks and where the access goes, choose what it may do, and press **Allow**. If you did not just connect anything, press **Refuse**.

      ## What it may do
      - **See your fleet**: SIMs with their history, usage, tests, alarms, what was out of the ordinary, and operations.
      - **See your charges**: invoices and the estimate of the cycle.
      - **Prepare operations, rules and alarms**: drafts, such as hibernating SIMs, changing a plan, sending an SMS, or a rule that notifies when a SIM is silent.
      - It always reads the articles of this help, to explain how something is done.

      If your assistant can attach resources to a conversation, it also offers a SIM by its ICC, an operation or an invoice by its number, and the articles of this help.

      It never sees more than you do: the same companies, the same permissions, at this moment. It has no call for administrators, and it changes nothing.

      ## Drafts
      What it prepares appears in the bell, and rules and alarms also above their list, in **Rules** and **Alarms**. Open it: it says who prepared it and why.

      - **An operation** says which SIMs it would reach, which are left out and why.
      - **A rule** says in words when it acts, on which SIMs, what it does and to whom it writes, and for how many SIMs it would have fired in the last three cycles. It never writes to a chat: you add its address afterwards.
      - **An alarm** says which SIMs it watches and what it does at the limit, how many would have reached it, and for how many it acts at once.

      **Confirm** it with the button that says what it does, or **discard** it. A rule or an alarm can be changed first: **Edit the draft** opens its form, filled in. It is done with your permissions of that moment: if the group is gone, or you may no longer do it, the draft says so and nothing changes. A draft that isn’t confirmed expires after a day. The audit log has who prepared it and who confirmed it.

      ## Looking after it
      - In **Security** you see each program that may act for you, when it was last used and from where, and end its access at once.
      - It also ends after 90 days, and when you change your password.
      - Labels, notes and messages are written by people and devices. The assistant receives them marked as foreign text; even so, read a draft before you confirm it.
    `,
  },
  'support-chat': {
    title: 'Support chat',
    lead: 'Ask the operator from any screen; the answer waits for you right there.',
    body: `
      The speech bubble in the header, beside the help, opens your conversation with the operator. Write and press **Enter**; **Shift+Enter** begins a new line.

      - **What goes along with the message**: the screen you are on, the SIM that is open, your language and browser. So there is no need to explain it.
      - **The answer** appears at once while the portal is open; the button says how many are unread. If you do not read it within a few minutes, you get an email with a link.
      - **Read** below your last message means that the operator has seen it.
      - **A message that does not go out** is marked and tried again with a button; it never arrives twice. What you typed and did not send is still there after you close the chat.

      The conversation is yours: you and the operator’s administrators see it, other users in your company don’t. When the operator closes it nothing is lost; if you write again, it is open again.
    `,
  },
} satisfies Partial<Articles>
