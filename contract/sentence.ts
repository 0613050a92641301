/** What people read, in both languages of the portal. */
export interface Sentence {
  readonly es: string
  readonly en: string
}
