import type { z } from 'zod'
import type { CamaraScope } from '#domain/camara.ts'
import type { RequestContext } from '../../context.ts'
import type { KeyCaller } from '../../http/api-key.ts'
import type { AskPortal } from './ask.ts'

interface Asked<B> {
  readonly body: B
  readonly ask: AskPortal
  readonly ctx: RequestContext
  readonly caller: KeyCaller
}

/** One operation of a document: a request becomes calls of the portal's API, and these an answer. */
export interface CamaraOperation<S extends z.ZodType = z.ZodType> {
  readonly path: string
  /** any of them */
  readonly scopes: readonly CamaraScope[]
  readonly body: S
  /** its document has OUT_OF_RANGE for a number beyond its limits; others have INVALID_ARGUMENT for all that is wrong */
  readonly hasOutOfRange?: boolean
  /** @throws CamaraFailure */
  readonly answer: (asked: Asked<z.output<S>>) => Promise<object>
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
