import type { Articles } from '../article.ts'

export const simsEn = {
  sims: {
    title: 'List of SIMs',
    lead: 'All your SIMs, with filters, the columns you like, and views that are kept.',
    body: `
      ## Filtering
      The chips at the top filter by status. **Filter** adds others: session, origin, type, plan, APN, company. Several of one group add up; different groups narrow each other. **Clear all** takes them away.

      The search of the list finds any part of the ICC, MSISDN, IMEI, IMSI or label, from three characters on, among what is filtered. If you see more than 100.000 SIMs and more than 500 match, the list shows 500 in no order and says so above; with more characters or a filter all are shown again.

      ## Sorting and choosing columns
      Press the head of a column to sort. Under **Columns** they are chosen, dragged and pinned to the left; the browser remembers them. On a phone the list shows as cards.

      ## Views
      A view remembers filters and order under a name. It is yours: others do not see it. You can also share the address of the page, which carries its filters along.

      ## Opening a SIM
      A click opens its panel beside the list; J and K go to the next and the previous one, Esc closes it. From there it opens as a [full page](/help/sim).

      ## Acting on many
      Tick rows, or tick the page and then **Choose all…** to take everything that matches, even hundreds of thousands. The bar that appears offers the [mass operations](/help/operations).

      ## Exporting
      **Export** downloads all that the filters leave, also what the list cannot show: CSV or Excel with the columns in view, or TSV with all of them. An Excel sheet holds at most 1.048.575 rows.
    `,
  },
  sim: {
    title: 'Page of a SIM',
    lead: 'All that is known of a line, and its history.',
    body: `
      At the top are the device, the ICC with its button to copy it, the status, the session and the [actions](/help/sim-actions).

      ## The tabs
      - **Identification**: ICC, IMSI, MSISDN, type, origin, company, plan, status and your two custom fields. They are changed with **Edit fields**, in the options of the SIM.
      - **Device**: IMEI, device and module. The IMEI lock says that the SIM is for one device only; the diagnosis tells when the network sees another.
      - **Connection**: session, IP, APN, operator and the last connection.
      - **Consumption**: the running total of the cycle against the limit, and usage by day. A day opens by the hour. Only if the SIM is editable.
      - **Location**: roughly where the antenna is, on a map. Only if the SIM is editable and its type is not Manager.

      ## Editable or not
      Vodafone SIMs are editable only with their private APN, and Legacy ones only with a private APN of Telefónica. All others always are. On one that is not, some actions are not available, and the portal says why.

      ## History
      **Latest** tells what happened, when and who did it: changes of status, sessions, messages, alarms, operations. **Whole history** shows it from the beginning. A SIM that moves to another company takes its status and fields along; its usage and charges stay with the company that had it.
    `,
  },
  'sim-actions': {
    title: 'Actions on a SIM',
    lead: 'Activate, hibernate, restart, send an SMS and the rest: what each one does, and when it can be done.',
    body: `
      The actions are on the page of the SIM and in its **Options**. Those that are not possible now stand last, with the reason.

      ## They change the status
      - **Activate**: from Ready to use to Active. The SIM begins to cost, and it cannot be undone.
      - **Hibernate**: from Active to Hibernated, without data, SMS and voice. For the types Local, Global, Manager and Vodafone, and your user must be allowed to hibernate.
      - **Reactivate**: gives service back to a hibernated one. If the hibernation was not sent to the network yet, it is called off.
      - **Terminate**: asks for the end of the line. During the time to withdraw (72 hours, unless the operator set another) you can **Withdraw the termination**; after that there is no way back.
      - **Restore data**: ends the cut that an alarm made. That alarm does not cut for this SIM again until the next cycle.
      - **Block** and **Lift the block**: administrators only, with a reason that the company sees.

      ## They do not
      - **Restart**: drops the data session, and the device registers anew. At most once a minute and three times an hour. If it is offline, it acts at the next attach.
      - **Diagnose**: three tests; see [Diagnosis](/help/diagnosis).
      - **Send SMS**: up to 10 messages joined. With unusual accents or emojis 70 characters fit into a message instead of 160. If it is not delivered within 24 hours it expires.
      - **SMS chat**: for SIMs of that type, the conversation with the device.
      - **Edit fields**: your two fields, the IMEI and the device.
      - **APN settings**: the values that the device needs to connect.

      ## When the network does not answer
      Nothing is taken for granted: the action stays under way, and the portal goes on asking the network. You can close the window; the SIM's history tells how it ended. Until then the SIM takes no other change.
    `,
  },
  diagnosis: {
    title: 'Diagnosis of a SIM',
    lead: 'Three tests that tell why a SIM does not connect, and what to do.',
    body: `
      In the options of the SIM, **Diagnose** makes three tests at once. Each gives a verdict, its evidence and a next step.

      - **Administrative**: that it is active, that its company is not blocked, that it has a plan and an APN, that it has reached no limit, and that the IMEI is the expected one. It shows the first of these that fails.
      - **GSM**: whether the SIM is registered in the network. It says the operator, the technology and the last location. One of more than 24 hours ago is an old registration: a network may remember a dead device for a while.
      - **GPRS**: whether it has an open data session. If not, when the last one was and why it ended. It also tells when the device uses another APN than its own.

      ## How to read it
      1. If the administrative test fails, begin there: the rest usually follows from it.
      2. If that one is fine and GSM is not, look at the device: power, antenna, coverage.
      3. If only GPRS fails, check the APN of the device and try **Restart**.

      A test without an answer in 20 seconds says **No answer**. That says nothing about the SIM: repeat it later.
    `,
  },
  statuses: {
    title: 'Statuses of a SIM',
    lead: 'What each status means, and which one leads to which.',
    body: `
      ## Administrative status
      - **Ready to use**: it can be activated; it costs nothing.
      - **Active**: in service.
      - **Hibernation in process** and **Hibernated**: without service until it is reactivated. It may cost less, depending on its plan.
      - **Deactivated by alarm**: its data is cut because it reached a limit; it keeps SMS and voice.
      - **Suspended**: blocked by an administrator or the network. The reason shows on the SIM, and you cannot lift it.
      - **Termination requested**: it can be withdrawn until the time that it says.
      - **Termination in process** and **Terminated**: the line has ended.
      - **Retired**: 50 days after the termination. It can only be read.
      - **Deactivated**: out of service by the network's decision.

      ## Connection
      **Connected** is a data session that is open now. **No session** is none. **Not available** means that it is not known: nothing is heard of that session.

      ## Technical status
      This is what the network says. It usually goes along with the administrative one; when they disagree for long, the operator sees it and settles it.
    `,
  },
  operations: {
    title: 'Mass operations',
    lead: 'Doing the same to thousands of SIMs, seeing first what will happen.',
    body: `
      Begin in the list of SIMs with what you have chosen, or in **Operations**, **New operation**, with a file or pasted ICCs.

      ## The steps
      1. **Details**: the action and what it asks for, such as the message or the fields. A CSV, TSV or XLSX file can bring values of its own for each line; the ICC column is found by its header.
      2. **Preview**: how many will be included and how many will not, with the reason of each, what it costs, and whether it can be undone. The whole list can be downloaded. Nothing has changed yet.
      3. **Progress**: it starts when you confirm, or at the time that you schedule.

      ## While it runs
      It goes on when you close the page, and your whole company sees its progress. **Pause** and **Resume**; **Cancel** leaves out only what is pending; **Retry** repeats only what failed. When a network does not answer, its lines wait and are tried by themselves when it is back.

      ## Why a line is left out
      - The SIM does not exist or is not yours.
      - Its status or type does not allow it, or it is in that status already.
      - Another operation is under way for it: one at a time for each SIM.
      - It stands in your list twice.
      - Your user can neither hibernate nor reactivate.

      ## The result
      It is downloaded with the columns that you gave, plus state, code, text and time. A mass termination has the same time to withdraw as that of a single SIM.
    `,
  },
} satisfies Partial<Articles>
