/** Digits of the longest ICCID. */
const WIDTH = 20

/** ICCIDs of a fleet, 20 bytes each: as texts a million of them take four times as much, with the rows that they were cut out of. */
export class Iccids {
  length = 0
  #bytes = Buffer.alloc(WIDTH * 1_024)

  add(iccid: string): void {
    const at = this.length * WIDTH
    if (at === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(at)])
    this.#bytes.write(iccid.padEnd(WIDTH), at, 'latin1')
    this.length++
  }

  at(sim: number): string {
    return this.#bytes.toString('latin1', sim * WIDTH, (sim + 1) * WIDTH).trimEnd()
  }
}
