/** A growing array of numbers up to 65 535, 2 bytes each: an ordinary one takes 8 a number, and as much again while it grows. */
export class SmallNumbers {
  length = 0
  #numbers = new Uint16Array(1_024)

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const grown = new Uint16Array(this.length * 2)
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    this.#numbers[this.length++] = number
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0
  }

  toArray(): Uint16Array {
    return this.#numbers.slice(0, this.length)
  }
}
