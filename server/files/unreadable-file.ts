/** Why a file cannot be read as a table. */
export type UnreadableReason =
  | 'empty_file'
  | 'old_excel'
  | 'not_text'
  | 'open_quote'
  | 'broken_spreadsheet'
  | 'encrypted_spreadsheet'
  | 'oversized_spreadsheet'
  | 'no_sheet'
  | 'too_many_problems'

export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: UnreadableReason
  /** the line where reading stopped, 0 when it never began */
  readonly line: number

  constructor(reason: UnreadableReason, options: { line?: number; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.reason = reason
    this.line = options.line ?? 0
  }
}
