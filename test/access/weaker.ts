import { type Call, changesSomething } from '#contract/call.ts'

/**
 * The answer for an administrator with fewer permits than the affected users, but with those that the call requires. 'allowed': the
 * operator's own data, no account is affected; 'not_allowed': refused for missing permits; 'hidden': an answer without its secret;
 * 'conflict': answered as a conflict.
 */
export type Weaker = 'allowed' | 'not_allowed' | 'hidden' | 'conflict'

/** The actor's own data. */
const OWN = /^\/users\/(session|profile|password|secondFactor(?!\/reset)|sessions)\b/

/** Whether a call is an administrator's, or changes another person. */
export const needsWeakerRule = (call: Call): boolean =>
  call.access === 'admin' ||
  (call.access !== 'public' && changesSomething(call) && /^\/(users|permits)\//.test(call.path) && !OWN.test(call.path))

/** By method and path. A call without a rule fails the sweep. */
export const WEAKER: Readonly<Record<string, Weaker>> = {
  // how other people log in, and what they may do
  'PUT /users/user/': 'not_allowed',
  'DELETE /users/user/{id}': 'not_allowed',
  'POST /users/user/{id}/deactivate': 'not_allowed',
  'POST /users/user/{id}/reactivate': 'not_allowed',
  'POST /users/user/{id}/invite': 'not_allowed',
  'POST /permits/permit': 'not_allowed',
  'POST /users/secondFactor/reset/{userId}': 'not_allowed',
  'PUT /companies/{companyId}/signOn': 'not_allowed',
  'POST /companies/{companyId}/signOn/remove': 'not_allowed',
  'POST /users/view': 'conflict',
  // the actor's own portal view ends; a new user without rights has none that the actor lacks; no secret of the provider is
  // returned
  'DELETE /users/view': 'allowed',
  'POST /users/user/': 'allowed',
  'GET /companies/{companyId}/signOn': 'allowed',
  // mails carry links that log people in; sent, they go to their readers
  'GET /mails': 'allowed',
  'GET /mails/export': 'allowed',
  'GET /mails/counts': 'allowed',
  'GET /mails/{mailId}': 'hidden',
  'POST /mails/{mailId}/send': 'allowed',
  'POST /mails/test': 'allowed',
  // networks, whose credentials go in and never come out
  'GET /networks': 'allowed',
  'POST /networks': 'allowed',
  'PUT /networks/{networkId}': 'allowed',
  'DELETE /networks/{networkId}': 'allowed',
  'POST /networks/{networkId}/try': 'allowed',
  'POST /networks/try': 'allowed',
  'GET /networks/rules': 'allowed',
  'PUT /networks/rules': 'allowed',
  'GET /networks/comparisons': 'allowed',
  'POST /networks/comparisons': 'allowed',
  'GET /networks/drifts': 'allowed',
  'POST /networks/drifts/settle': 'allowed',
  'GET /networks/accounting': 'allowed',
  'POST /networks/accounting/clients': 'allowed',
  'PUT /networks/accounting/clients/{clientId}': 'allowed',
  'DELETE /networks/accounting/clients/{clientId}': 'allowed',
  'POST /networks/accounting/files': 'allowed',
  'GET /networks/{networkId}/smpp': 'allowed',
  'PUT /networks/{networkId}/smpp': 'allowed',
  'DELETE /networks/{networkId}/smpp': 'allowed',
  // administrators answer customers as one team, and a conversation shows no secret
  'GET /support/conversations': 'allowed',
  'GET /support/conversations/counts': 'allowed',
  'GET /support/conversations/{conversationId}': 'allowed',
  'POST /support/conversations/{conversationId}/messages': 'allowed',
  'POST /support/conversations/{conversationId}/read': 'allowed',
  'PUT /support/conversations/{conversationId}': 'allowed',
  // what the operator sells, bills, ships and says
  'POST /categories': 'allowed',
  'PUT /categories': 'allowed',
  'POST /categories/newOrder': 'allowed',
  'POST /hardware': 'allowed',
  'POST /hardware/edit': 'allowed',
  'POST /hardware/pictures': 'allowed',
  'POST /charges/{documentId}/pay': 'allowed',
  'POST /charges/{documentId}/credit': 'allowed',
  'GET /plans/kinds': 'allowed',
  'POST /plans': 'allowed',
  'PUT /plans/plan/{id}': 'allowed',
  'POST /plans/plan/{id}/terms': 'allowed',
  'DELETE /plans/plan/{id}/terms/{from}': 'allowed',
  'POST /requests/{id}/approve': 'allowed',
  'POST /requests/{id}/reject': 'allowed',
  'POST /requests/{id}/prepare': 'allowed',
  'POST /requests/{id}/ship': 'allowed',
  'POST /operations/{operationId}/approve': 'allowed',
  'POST /requests/{id}/assign': 'allowed',
  'DELETE /requests/{id}/sims/{icc}': 'allowed',
  'POST /requests/{id}/assignFile': 'allowed',
  'GET /requests/{id}/assignChoices': 'allowed',
  'GET /popups': 'allowed',
  'GET /popups/{name}/detail': 'allowed',
  'POST /popups': 'allowed',
  'PUT /popups/{name}': 'allowed',
  'POST /popups/{name}/end': 'allowed',
  'POST /sim/block/{id}': 'allowed',
  'POST /sim/unblock/{id}': 'allowed',
  'POST /inventory/imports': 'allowed',
  'POST /inventory/networks/{networkId}': 'allowed',
  'GET /inventory/imports/{importId}': 'allowed',
  'POST /inventory/imports/{importId}/check': 'allowed',
  'GET /inventory/imports/{importId}/bad-lines': 'allowed',
  'POST /inventory/imports/{importId}/apply': 'allowed',
  'DELETE /inventory/imports/{importId}': 'allowed',
}
