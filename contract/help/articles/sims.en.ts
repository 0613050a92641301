import type { Articles } from '../articles.ts'

export const simsArticleEn = {
  sims: {
    title: 'List of SIMs',
    lead: 'All your SIMs, with filters, the columns you choose, and saved views.',
    body: `
      ## Filtering
      The chips at the top filter by status. **Filter** adds others: [group](/help/groups), [tags](/help/tags), session, origin, type, plan, plan use, APN, company, no signal. Several values of one filter add up; different filters narrow each other. **Clear filters** removes them.

      **Plan use**, **100% or more** leaves those that have used all data of their plan in the cycle, or more; the percentage is rounded.

      The search of the list finds any part of the ICC, MSISDN, IMEI, IMSI, label or field 2, from three characters on, among what is filtered; the IP address of their session, too, whole. If you see more than 100,000 SIMs and more than 500 match, the list shows 500, unsorted, and says so above; with more characters or a filter all are shown again.

      ## Finding the silent ones
      **Last seen** is when a SIM last gave a signal: a session or its usage, a registration in the network, an SMS, a call or a position. It shows the time since; the exact time appears when you hover over it. Sort by that column to see first those that have been silent the longest.

      - The chip **Silent**: the active ones with no signal for more than 24 hours.
      - The filter **No signal**, with a period: those of more than 3, 7 or 30 days. A SIM never seen is in all three.
      - **No signal**, **Never seen**: those that were never seen.
      - **No signal**, **Longer than usual for the SIM**: those silent for more than twice the longest silence that each had in recent weeks, and at least 2 hours.

      So a tracker that reports every ten minutes appears within hours, and a meter that reports once a day not before two days. Of a new SIM the portal learns for some weeks, and waits longer until then.

      ## Finding out why they are silent
      **Diagnose** finds the probable cause of up to 10,000 SIMs at once: from the line of silent ones on the dashboard, in the list when you filter by **No signal**, or among the [operations](/help/operations) on your selection. What the portal already knows isn’t asked; the rest is asked of each SIM’s network, at its pace. No SIM changes.

      The page of the diagnosis puts the SIMs together by cause, such as data cut by an alarm, device off, or APN of the device, with what helps each group: an operation on exactly those SIMs, or what to check. You can share its address. It’s kept for two weeks.

      ## Sorting and choosing columns
      Click a column heading to sort. Under **Columns** you choose them, drag them and pin them to the left; the browser remembers them. On a phone the list shows as cards.

      ## Views
      A view saves filters and sort order under a name. It’s yours: other users don’t see it. You can also share the page’s address, which includes its filters. **Save as group** makes the filter a [group](/help/groups), which all users see and which can have alarms and tags.

      ## Opening a SIM
      A click opens its panel next to the list; J and K go to the next and the previous one, Esc closes it. From there it opens as a [full page](/help/sim).

      ## Editing in the list
      The label and field 2 are edited in their cells: by a double click, by the pencil that appears when you point at the cell, or by keyboard: **→** reaches the cell, and **Enter** or **F2** edits it. **Enter** saves and goes on in the row below, **Tab** goes to the other field, and **Esc** keeps the former value.

      You can also paste a column copied from a spreadsheet: choose the cell where it begins and press **Ctrl+V**. Before it’s saved you see the change of each SIM. Two columns fill both fields; an empty cell removes the value. Up to 1,000 SIMs at once, all or none. **Undo** stays at hand for ten seconds.

      ## Acting on many
      Tick rows, or tick the page and then **Select all…** to take everything that matches, even hundreds of thousands. The bar that appears offers the [mass operations](/help/operations).

      ## Exporting
      **Export** downloads all filtered results, even those the list can’t show: CSV or Excel with the visible columns, or TSV with all of them. An Excel sheet holds up to 1,048,575 rows.
    `,
  },
  sim: {
    title: 'Page of a SIM',
    lead: 'Everything about a line, and its history.',
    body: `
      At the top are the device, the ICC with a copy button, the status, the session and the [actions](/help/sim-actions).

      ## The tabs
      - **Summary**, on the full page: whether any problem is in sight, usage in the cycle, its numbers, and where it is.
      - **Identification**: ICC, IMSI, MSISDN, type, origin, company, plan, status and your two custom fields. Change them with **Edit fields**, in the SIM’s options. Your company can name them, such as License plate, in [Companies](/help/companies); files keep Label and Field 2.
      - **Device**: IMEI, device and module, in which devices, countries and networks it may work and in which devices it was detected; see [A SIM locked to its device or place](/help/locks). With the different IMEI warning, diagnosis tells you if the network sees another device.
      - **Connection**: session, IP, APN, operator and the last session.
      - **Consumption**: cycle usage so far against the limit, and usage by day. Open a day to see it by the hour. Only if the SIM is editable.
      - **Location**: roughly where the antenna is, on a map, and the **path** of the last 24 hours, 7 or 30 days: a line on the map and a list of its places, each of which moves the map there. A movement of less than 548 m can’t be told. Only if the SIM is editable and its type is not Manager.

      ## Editable or not
      Vodafone SIMs are editable only with their private APN, and Legacy ones only with a private APN of Telefónica. All others always are. On non-editable SIMs some actions aren’t available, and the portal says why.

      ## History
      **Recent activity** shows what happened, when and who did it: changes of status, sessions, messages, alarms, operations. **Full history** shows it from the beginning. A SIM that moves to another company keeps its status and fields; its tags, usage and charges stay with the company that had it.

      **Notes**: what others should know about the SIM, with author and time; everyone who sees the SIM reads them. The author or who manages users may delete one. Notes stay with the company when the SIM moves to another.
    `,
  },
  map: {
    title: 'Map of the fleet',
    lead: 'Where each SIM of the list is, from a country down to a street corner.',
    body: `
      **Map**, above the [list of SIMs](/help/sims), shows the filtered SIMs where their network last located them. Filters, search and views are those of the list, and **List** goes back to it with the same ones.

      ## Getting around
      A circle with a number stands for SIMs that cannot be told apart from so far away; its green ring is the share with an open session. Click it, and the map zooms in until they come apart. A dot is one SIM: green with an open data session, grey without. The map moves by pointer, wheel, fingers or arrow keys, and **Show all** brings back the whole filtered fleet.

      ## The list of places
      Beside the map, or below it on a phone, are the places of that part of the map with the name of their town and how many SIMs they have, the largest first. From nearby it names each SIM; a click opens its panel with all its [actions](/help/sim-actions), and marks its place.

      ## Which SIMs are missing
      The foot says how many of the filtered SIMs are located. A SIM is when its network has reported where the antenna is that serves it; not all networks do. A location is approximate, and the last one known: the SIM’s page says how old it is.
    `,
  },
  tags: {
    title: 'Tags',
    lead: 'Coloured words to group SIMs as you like, and to filter by.',
    body: `
      A SIM has one label and one field 2; of tags it can have up to 50: the site, the customer, the technician, what’s still to be checked.

      ## Adding and removing
      - **One SIM**: in its panel or on its page, **Add tags**, or the pencil beside those it has. Type and press **Enter** or a comma, or choose a known one. **Undo** stays at hand for ten seconds.
      - **Many**: select them in the list and choose **Edit tags** among the [operations](/help/operations). **Add** and **Remove** apply to all of them; each SIM keeps its other tags.
      - **With a file**: a column called tags, with names separated by commas, semicolons or bars, adds to each SIM its own. The template has the column.

      A new name creates the tag in the SIM’s company. Capitals make no difference, and a name has no commas, semicolons or bars. A company has up to 500.

      ## Filtering
      In the [list](/help/sims), **Filter**, **Tags**. With several, you see the SIMs with at least one of them. The address has the names, and a view saves them. Show the column Tags under **Columns**; it’s exported too.

      ## Renaming, recolouring, deleting
      **Filter**, **Tags**, **Manage tags…** shows those of your company and its subsidiaries with their SIMs. Name and colour change on all of them. When you delete a tag, its SIMs lose it; before you confirm, you see how many.

      ## Companies
      Tags belong to the company that has the SIMs. Two companies can have a tag of the same name: the filter finds both. A SIM that moves to another company leaves its tags behind.
    `,
  },
  groups: {
    title: 'Groups',
    lead: 'A tree of your own for the fleet, and filters that are saved as groups.',
    body: `
      [Tags](/help/tags) describe, and a SIM can have many; a group says where it belongs. A group can have others inside it, up to three levels: North, North/Trucks, North/Trucks/Cold.

      ## Moving
      - **One SIM**: in its panel or on its page, **Move to a group**, or the name of the group it’s in. Choose one or type its path with slashes; empty takes it out of its group. **Undo** stays at hand for ten seconds.
      - **Many**: select them in the list and choose **Move to a group** among the [operations](/help/operations). The preview says which groups they leave, and how many leave each.
      - **With a file**: a column called group, with the path, moves each SIM to its own. An empty cell moves it to the group chosen for the operation or, if you chose none, leaves it where it is. An inventory that the operator imports can have the column, too.

      A new path creates the group, and those around it, in the SIM’s company. Capitals make no difference, and names have no commas, semicolons or bars. A company has up to 500 groups.

      ## Filtering
      In the [list](/help/sims), **Filter**, **Group**. A group includes those inside it. The address has the path, and a view saves it. Show the column Group under **Columns**; it’s exported too. Sorted by it, the list follows the tree and has the SIMs in no group last.

      ## Arranging the tree
      **Filter**, **Group**, **Manage groups…** shows those of your company and its subsidiaries with their SIMs: create, rename, put inside another, delete. What’s inside moves along. You can delete a group without others inside it; its SIMs are in no group then, and before you confirm, you see how many.

      ## Groups by rule
      A fixed group has the SIMs that you move there; one by rule, those that match a filter, now and later. Filter the [list](/help/sims), open **View** and choose **Save as group**. The group belongs to one company and has no SIMs of its subsidiaries. When a SIM changes, the group follows within seconds; in fleets of hundreds of thousands, within a minute or a little more.

      A SIM is in every group by rule whose filters it matches, beside its fixed group. You filter by them in the same way, its page shows them, and the column **Groups by rule** is exported too. No SIM is moved to one of them by hand.

      To change the rule, view its filters in the list from **Manage groups…**, change them, choose **Save as group** and the same group under **Save in**. Tags and fixed groups that a rule filters by can be renamed, and the rule follows; meanwhile they can’t be deleted. A rule doesn’t filter by another group by rule, nor by a tag that one gives. A company has up to 50.

      ## Tags of a group
      The **Tags of its SIMs**, when you create or edit a group, are on the SIMs in it or inside it, and only as long as they are there. They can’t be taken off a SIM; put on by hand as well, a tag becomes its own. When you edit a SIM’s tags, you see which it has because of its group.

      ## Plan at activation
      A fixed group can give its SIMs a plan when they’re [activated](/help/operations) for the first time: **Plan at activation**, when you create or edit it. It can give one for each origin and SIM type, and needs the permission Plans. It holds for the groups inside it, too, unless they have one of their own. A SIM’s page says which plan it will get, and from which group; the preview of the activation says what it costs.

      The SIM keeps its own if the plan is no longer on offer or its minimum stay hasn’t ended.

      ## Alarms of a group
      An [alarm](/help/alarms) can be for a group and those inside it. A group with an alarm can’t be deleted: change or delete the alarm first. There are no alarms for a group whose rule filters by session, by silence or by an IP address: SIMs enter and leave it with each connection. If the alarm cuts data, the rule must have both statuses Active and Deactivated by alarm, or neither: otherwise the cut would take the SIM out of the group and give its data back.

      ## Companies
      Groups belong to the company that has the SIMs. A SIM that moves to another company leaves its group.
    `,
  },
  geofences: {
    title: 'Geofences',
    lead: 'Places of your company on the map, to which SIMs are locked.',
    body: `
      A geofence is a plant, a depot, a site or a route: a circle or a polygon with a name. On the [map](/help/map), **Geofences** shows them beside it.

      ## Draw one
      Choose **New geofence**, and give it a name and a shape.
      - **Circle**: click where the centre is and drag the edge. A radius of 10 m to 1000 km.
      - **Polygon**: a click for each corner, 3 to 100. Drag corners to move them, drag a point between two to add one, and double-click one to remove it. Sides can’t cross.

      What is drawn is written into the fields, and what is typed is drawn: centre and corners as latitude and longitude in degrees. So the keyboard can do all of it, and so can browsers that can’t show the map.

      A company can have up to 100.

      ## Lock SIMs
      The [lock](/help/locks) of a SIM, or of many, takes up to 20 geofences of its own company. The SIM may be in any of them.

      ## When it is outside
      The network reports where the antenna is, not the device: a location is a circle of 548 m. A SIM has left when all of that circle is outside all of its geofences, and is back when it touches one. It is judged only when the network reports a location; not all do.

      ## Change and delete
      When the shape changes, SIMs that are inside now get their data back. A geofence that SIMs are locked to is deleted with a word of how many: they are no longer locked to it.
    `,
  },
  locks: {
    title: 'A SIM locked to its device or place',
    lead: 'A SIM in another device, or out of its countries or geofences, loses data in seconds.',
    body: `
      In a SIM’s options, **Lock to device or place** says in which devices it may work, and in which countries, networks and [geofences](/help/geofences). The **Device** tab of its panel or page shows how it stands.

      ## Allowed devices
      - **Any device**: no lock. Each change of device is in the history.
      - **The first one detected**: the SIM is locked to the device it is in or, without a session, to the next one that the network reports.
      - **These IMEIs**: one or several devices, up to 20.
      - **These models**: any device of up to 20 models. The first eight digits of an IMEI, its TAC, name the model.

      The first fourteen digits are compared: a software update, which changes the last two of the IMEISV, is no other device.

      If the SIM is locked to a single device and its network can do it, the network blocks the others too, and the tab says so; that network may not report the device that it refused, and then there is no notice.

      ## Allowed places
      **These places** takes countries by name, and networks by name or code (MCC-MNC, such as 730-01), mixed as you need: Chile and one network across the border. The list begins with the country the SIM is in. The country comes from the code of the network in which it is detected; satellites and private networks are in no country: add them by their code. When the network doesn’t say which one it is, nothing is judged.

      It takes [geofences](/help/geofences) of the SIM’s company, too. With countries or networks and geofences, the SIM has to be in both.

      ## Many SIMs
      Select them in the list and choose **Lock to device or place** in the [operations](/help/operations): each to its own, or all to the same devices, models or places. With **No changes**, each SIM keeps that part. One that is locked to its own device already keeps it. The preview says which ones are left out and why.

      ## Of a group or of the whole company
      In the list’s **Group** filter, **Manage groups…** has a lock for the whole company and one for each group. SIMs without a lock of their own have it, also those that come later, within seconds: with **The first one detected**, each is locked to its own device. The nearest group decides, then the groups by rule, then the company; a group with **Any device** and **Any place** is free of the company’s. The SIM’s **Device** tab says where its lock comes from, and **Inherit** gives up its own. When you import an inventory, the columns **Allowed devices** and **Allowed places** set that of each SIM.

      ## Outside what is allowed
      When the network reports a device, a country or a network that isn’t allowed, or a location outside its geofences, data is cut, as by an [alarm](/help/alarms): the SIM is Deactivated by alarm and keeps SMS and voice. The [bell](/help/updates) says so, and so do the SIM’s history, an email to those whom the lock names (all of a quarter of an hour together) and the webhooks sim.imei_changed and sim.left_area.

      ## Back again
      - Back where it may be, it gets its data back by itself, as soon as the network reports it.
      - **Restore data** gives it back where it is: that device and that country are allowed until others are detected; outside its geofences, until it is back in one.
      - So does removing the lock, or changing it to one that allows where it is.

      Outside both, it gets its data back when both are right again. A lock restores only what it cut itself: if an alarm cuts the SIM too, or it was cut before, it stays cut.

      ## Detected devices
      The tab shows the last 20, from when and until when. **Warn about a different IMEI**, in **Edit fields**, cuts nothing: it only makes [diagnosis](/help/diagnosis) warn you. A SIM that moves to another company leaves its lock.
    `,
  },
  'sim-actions': {
    title: 'Actions on a SIM',
    lead: 'Activate, hibernate, restart, send an SMS and the rest: what each does, and when you can.',
    body: `
      The actions are on the SIM’s page and in its **Options**. Those not available now come last, with the reason.

      ## They change the status
      - **Activate**: from Ready to use to Active. Charges start, and it can’t be undone.
      - **Hibernate**: from Active to Hibernated, without data, SMS and voice. For the types Local, Global, Manager and Vodafone, and your user needs permission to hibernate. Before you confirm, it says what the SIM pays instead of its plan’s price, and from which day: the running cycle is charged in full.
      - **Reactivate**: restores service to a hibernated SIM. If the hibernation hasn’t been sent to the network yet, it’s cancelled.
      - **Terminate**: requests the end of the line. During the cooling-off period (72 hours, unless the operator set another) you can **Withdraw termination**; after that, it can’t be undone.
      - **Cut data**: from Active to Deactivated by alarm: no data, while SMS and voice stay and the charges go on. It is for one SIM and stays until its data is restored; no alarm or lock does that. For many SIMs, use a [rule](/help/rules). It takes the permission for alarms.
      - **Restore data**: restores data that is cut. An alarm that cut it doesn’t cut this SIM’s data again until the next cycle. If a [lock](/help/locks) cut it, the lock allows the device and the country it is in.
      - **Block** and **Unblock**: administrators only, with a reason that the company sees.

      ## They do not
      - **Restart**: drops the data session, and the device registers again. At most once a minute and three times an hour. If the device is offline, it takes effect at its next connection.
      - **Diagnose**: three tests; see [Diagnosis](/help/diagnosis).
      - **Send SMS**: up to 10 messages joined. With unusual accents or emojis, a message holds 70 characters instead of 160. If it isn’t delivered within 24 hours, it expires.
      - **SMS chat**: for SIMs of that type, the conversation with the device.
      - **Edit fields**: your two fields, the IMEI and the device.
      - **Edit tags**: coloured words to group and filter by; see [Tags](/help/tags).
      - **Move to a group**: one of its company’s, or none; see [Groups](/help/groups).
      - **Lock to device or place**: in another device or country its data is cut; see [A SIM locked to its device or place](/help/locks).
      - **Change plan**: another plan from today or from the next cycle; see [Changing plans](/help/plan-changes).
      - **APN settings**: the values that the device needs to connect.

      ## Undo
      After hibernating, blocking, terminating or editing, the result offers **Undo**; once you close it, a message at the bottom right offers it for ten more seconds. **Ctrl+Z** does the same, except while you type in a field. If someone changed the SIM meanwhile, nothing is undone and the portal says so. Activating and reactivating can’t be undone: the SIM is already charged in this cycle. Emptying the cart and deleting an alarm or a view can be undone too.

      ## When the network doesn’t respond
      The action stays in progress, and the portal keeps checking with the network until the result is known. You can close the window; the SIM’s history shows the result. Until then the SIM accepts no other change.
    `,
  },
  diagnosis: {
    title: 'Diagnosis of a SIM',
    lead: 'Three tests that show why a SIM doesn’t connect, and what to do.',
    body: `
      In the options of the SIM, **Diagnose** runs three tests at once. At the top is the verdict, with the button that cures it; below, the result of each test and its evidence, with a mark at what is right and at the cause.

      - **Administrative**: that it is active, that its company is not blocked, that it has a plan and an APN, that it has reached no limit, and that the IMEI is the expected one. It shows the first of these that fails.
      - **GSM**: whether the SIM is registered on the network. It shows the operator, the technology and the last location. One over 24 hours old is a stale registration: a network may keep a dead device registered for a while.
      - **GPRS**: whether it has an open data session. If not, when the last one was and why it ended. It also shows when the device uses the wrong APN.

      ## How to read it
      1. If the administrative test fails, start there: the rest usually follows from it.
      2. If that one passes and GSM fails, check the device: power, antenna, coverage.
      3. If only GPRS fails, check the APN of the device and try **Restart**.

      A test without a response in 20 seconds says **No response**. That’s no verdict on the SIM: repeat it later.
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
      - **Deactivated by alarm**: its data is cut because it reached a limit or is in a [device or country that isn’t allowed](/help/locks); it keeps SMS and voice.
      - **Suspended**: blocked by an administrator or the network. The reason shows on the SIM, and you can’t unblock it.
      - **Termination requested**: you can withdraw it until the time shown.
      - **Termination in process** and **Terminated**: the line has ended.
      - **Retired**: 50 days after the termination. It can only be read.
      - **Deactivated**: out of service by the network’s decision.

      ## Connection
      **Connected** is a data session that is open now. **No session** is none. **Not available** means it’s unknown: no reports of that session are arriving.

      ## Technical status
      This is the status on the network. It usually matches the administrative one; if they differ for long, the operator sees it and resolves it.
    `,
  },
  operations: {
    title: 'Mass operations',
    lead: 'Apply one action to thousands of SIMs, with a preview first.',
    body: `
      Start in the SIM list with your selection, or in **Operations**, **New operation**, with a file or pasted ICCs.

      ## The steps
      1. **Details**: the action and what it asks for, such as the message or the fields. A CSV, TSV or XLSX file can bring values of its own for each line; the ICC column is found by its header.
      2. **Preview**: how many will be included and how many will not, with the reason of each, what it costs, and whether it can be undone. The whole list can be downloaded. Nothing has changed yet.
      3. **Progress**: it starts when you confirm, or at the time that you schedule.

      ## While it runs
      It keeps running if you close the page, and your whole company sees its progress. **Pause** and **Resume**; **Cancel** leaves out only what is pending; **Retry** repeats only what failed. If a network doesn’t respond, its lines wait and retry automatically.

      ## Why a line is left out
      - The SIM does not exist or is not yours.
      - Its status or type does not allow it, or it is in that status already.
      - Another operation is in progress for it: one at a time per SIM.
      - It’s in your list twice.
      - You don’t have permission: to hibernate and reactivate, to cut and restore data, which takes the one for alarms, or to change plans, which takes the one for plans.

      ## The result
      **Export**, in the operation, downloads it with the columns you gave, plus status, code, text and time; in the list, it downloads the filtered operations. A mass termination has the same cooling-off period as a single one. A finished hibernation offers **Undo**: it prepares the reactivation of the SIMs that it hibernated, up to 100,000, with its preview.
    `,
  },
  'plan-changes': {
    title: 'Changing plans',
    lead: 'Move a SIM, or thousands, to another plan, today or next cycle, with the cost in view.',
    body: `
      With the permits for SIMs and for plans, you can change the plan of your SIMs. Start where you are: the **Options** of a SIM, the button of a [diagnosis](/help/diagnosis) that recommends a larger plan, a [notice of an alarm](/help/notices), the details of a plan in [My plans](/help/plans), or a [mass operation](/help/operations) on a selection, on all that match or on a file.

      ## Choose
      The plans on offer for the SIM’s origin and type are listed; administrators also see those that are off the offer. Then, from when:
      - **Today**: the plan changes when you confirm.
      - **Next cycle**: it changes when the company’s next cycle begins. Until then nothing changes, and you can take it back: at the SIM with **Withdraw**, or all of them with **Cancel operation**. If you schedule another change, the last one replaces the one before, and the preview says so.

      A plan can have a minimum stay in months: you see it when you choose the plan, and in the catalogue. It counts from the day on which the SIM gets the plan; until it ends, the SIM can’t move to another one. A change from the next cycle can be scheduled if the stay will have ended by then. The operator can change the plan earlier.

      A plan can also set the speed at the network. The SIM then moves to the plan when the network confirms; if the network refuses, it keeps its plan, and the operation says why.

      ## What it costs
      The preview shows what the SIMs will cost in this cycle and the next, without the change and with it, if usage goes on as so far. The rules of the invoice calculate it. It also says which pools gain or lose data. It is calculated for up to 100,000 SIMs.

      ## How a cycle with two plans is charged
      - Each plan is charged for its days. A day belongs to the plan that the SIM has at its end: the day of the change is of the new plan already, and changing back on the same day leaves no trace.
      - What is included is divided in the same way. The usage of a day counts against the plan of that day, and a pool gets the share of those days.
      - The invoice shows both lines with their days. Usage that arrives late goes to the plan of its day.
      - A plan on which the SIM was never active is not charged for any days.

      If the SIM has used up its small plan, the overage of those days is still charged: compare in the preview with a change from the next cycle.

      ## Why a SIM is left out
      - The plan is for another origin or SIM type, or the SIM is on it already.
      - The plan is no longer on offer.
      - The minimum stay on its plan hasn’t ended; you’re told from which day the plan can be changed.
      - The SIM is terminated, or its termination was requested.
      - Another change to that SIM is in progress.
    `,
  },
} satisfies Partial<Articles>
