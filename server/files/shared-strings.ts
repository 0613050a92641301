import { UnreadableFile } from './unreadable-file.ts'

/** A million rows with sixteen strings of their own, of sixteen bytes each: 320 MB in memory with their ends. */
const MAX_COUNT = 16 * 1024 ** 2
const MAX_BYTES = 16 * MAX_COUNT

/**
 * The strings of a workbook in one byte buffer: a million of them take their own length and four bytes each; JavaScript strings
 * would take five times that.
 */
export class SharedStrings {
  #bytes = Buffer.alloc(1 << 16)
  #ends = new Uint32Array(1 << 12)
  #count = 0

  add(text: string): void {
    const start = this.#endOf(this.#count - 1)
    const needed = start + Buffer.byteLength(text)
    if (needed > MAX_BYTES || this.#count === MAX_COUNT) throw new UnreadableFile('oversized_spreadsheet')
    if (needed > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], Math.max(needed, this.#bytes.length * 2))
    if (this.#count === this.#ends.length) {
      const longer = new Uint32Array(this.#ends.length * 2)
      longer.set(this.#ends)
      this.#ends = longer
    }
    this.#bytes.write(text, start)
    this.#ends[this.#count++] = needed
  }

  /** The string at an index, '' beyond the last. */
  get(index: number): string {
    if (!(index >= 0 && index < this.#count)) return ''
    return this.#bytes.toString('utf8', this.#endOf(index - 1), this.#endOf(index))
  }

  #endOf(index: number): number {
    return index < 0 ? 0 : (this.#ends[index] ?? 0)
  }
}
