import type { z } from 'zod'
import type { CamaraScope } from '#domain/camara-scopes.ts'
import type { RequestContext } from '#server/context.ts'
import type { KeyCaller } from '#server/http/api-key.ts'
import type { AskPortal } from './ask.ts'
import type { CamaraFailure } from './failure.ts'

interface Asked<B> {
  readonly body: B
  readonly ask: AskPortal
  readonly ctx: RequestContext
  readonly caller: KeyCaller
  /** what the address names, where the path has a parameter; '' elsewhere */
  readonly id: string
  /** the API's own address, as the client sees it */
  readonly address: string
}

/** One operation of a document: a request becomes calls of the portal's API, and these an answer. */
export interface CamaraOperation<S extends z.ZodType = z.ZodType> {
  /** POST by default */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** may end with a parameter in braces */
  readonly path: string
  /** of an answer: 200 by default */
  readonly status?: 201 | 204
  /** any of them */
  readonly scopes: readonly CamaraScope[]
  /** of a POST; others have none */
  readonly body: S
  /** what is wrong with a body, where the document has more than one code for that */
  readonly bodyFailure?: (issues: readonly z.core.$ZodIssue[]) => CamaraFailure | undefined
  /** its document has OUT_OF_RANGE for a number beyond its limits; others have INVALID_ARGUMENT for all that is wrong */
  readonly hasOutOfRange?: boolean
  /** @throws CamaraFailure */
  readonly answer: (asked: Asked<z.output<S>>) => Promise<object | undefined>
}

/** Declares an operation with the exact type of its body. */
export const defineOperation = <S extends z.ZodType>(operation: CamaraOperation<S>): CamaraOperation =>
  operation as unknown as CamaraOperation

/** One document, in one version. */
export interface CamaraApi {
  readonly name: string
  readonly version: string
  /** what may stand in x-correlator, where that is less than elsewhere */
  readonly correlator?: RegExp
  readonly operations: readonly CamaraOperation[]
}
