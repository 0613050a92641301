import { invalidField, type Sentence } from '../app-error.ts'
import { isUniqueViolation } from '../db/errors.ts'

/** For the failure of a change: a value that another row has already is refused at its field. @throws */
export const refuseTaken =
  (field: string, sentence: Sentence) =>
  (error: unknown): never => {
    throw isUniqueViolation(error) ? invalidField(field, sentence) : error
  }
