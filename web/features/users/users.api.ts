import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallArguments, CallData } from '#contract/call.ts'
import { resetSecondFactor } from '#contract/identity/security.calls.ts'
import type { RowOf } from '#contract/list-codec.ts'
import * as permitCalls from '#contract/users/permits.calls.ts'
import { beginPortalView } from '#contract/users/portal-view.calls.ts'
import * as calls from '#contract/users/users.calls.ts'
import { call, callWithMessage } from '#web/lib/call.ts'
import { callQuery } from '#web/lib/call-query.ts'
import { countsQuery } from '#web/lib/counts-query.ts'
import { pagedQuery } from '#web/lib/paged-query.ts'
import { useInvalidatingMutation } from '#web/lib/use-invalidating-mutation.ts'
import type { FileFormat } from '#web/ui/file-menu.tsx'

export type UserRow = RowOf<typeof calls.userList>
export type UserData = CallData<typeof calls.getUser>
export type NewUser = CallArguments<typeof calls.createUser>['body']
export type ChangedUser = CallArguments<typeof calls.changeUser>['body']
export type UsersFilter = Omit<NonNullable<CallArguments<typeof calls.getUsers>['query']>, 'limit' | 'cursor' | 'company'> &
  Pick<PermitFilter, 'company'>
export type PermitRow = CallData<typeof permitCalls.getPermitList>['rows'][number]
export type PermitColumn = CallData<typeof permitCalls.getPermitList>['columns'][number]
export interface PermitFilter {
  readonly search?: string | undefined
  readonly company?: number | undefined
}

const PERMIT_PAGE = 200

export const usersQuery = (filter: UsersFilter) =>
  // rows that stay keep their place and the focus in them
  pagedQuery(calls.getUsers, ['users', 'list', filter], filter, { limit: 100, placeholderData: keepPreviousData })

/** By state, whichever the list is filtered by. */
export const userCountsQuery = ({ search, company, subsidiaries, permit }: UsersFilter) => {
  const filter = { search, company, subsidiaries, permit }
  return countsQuery(calls.countUsers, ['users', 'counts', filter], filter)
}

export const userFormQuery = (userId: number) =>
  callQuery(
    calls.getUser,
    ['users', 'one', userId],
    { params: { id: userId } },
    {
      // a form starts with the current values
      staleTime: 0,
      gcTime: 0,
    },
  )

export const permitsQuery = (filter: PermitFilter) =>
  infiniteQueryOptions({
    queryKey: ['users', 'permits', filter],
    queryFn: ({ signal, pageParam }) =>
      call(permitCalls.getPermitList, { query: { ...filter, limit: PERMIT_PAGE, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // rows that stay keep their place and the focus in them
    placeholderData: keepPreviousData,
  })

/** What a change to a user affects. */
const SHOWN_IN = ['users', 'companies']

/** Creates a user, or changes the one that the body names. */
export const useSaveUser = () =>
  useInvalidatingMutation(SHOWN_IN, (body: NewUser | ChangedUser) =>
    'userId' in body ? callWithMessage(calls.changeUser, { body }) : callWithMessage(calls.createUser, { body }),
  )

/** Actions on a user that need a confirmation. */
export type UserAct = 'deactivate' | 'reactivate' | 'invite' | 'delete' | 'resetFactor' | 'view'

const ACTS: Readonly<Record<UserAct, (userId: number) => Promise<{ message: string }>>> = {
  deactivate: (id) => callWithMessage(calls.deactivateUser, { params: { id }, body: {} }),
  reactivate: (id) => callWithMessage(calls.reactivateUser, { params: { id }, body: {} }),
  invite: (id) => callWithMessage(calls.inviteUser, { params: { id }, body: {} }),
  delete: (id) => callWithMessage(calls.deleteUser, { params: { id } }),
  resetFactor: (userId) => callWithMessage(resetSecondFactor, { params: { userId } }),
  view: (userId) => callWithMessage(beginPortalView, { body: { userId } }),
}

export const useUserAct = (act: UserAct) => useInvalidatingMutation(SHOWN_IN, ACTS[act])

/** Saves a user's rights; the list then shows the saved ones. */
export function useSavePermit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArguments<typeof permitCalls.savePermit>['body']) =>
      callWithMessage(permitCalls.savePermit, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}

/** Exports the filtered list as a file. */
export const fetchUsers = (filter: UsersFilter, format: FileFormat) => call(calls.exportUsers, { query: { ...filter, format } })
