/** A tab of the integrations, which lists those of the user's companies or of one. */
export interface IntegrationTabProps {
  readonly company: number | undefined
  onCompany(company: number | undefined): void
  /** the form of a new one is open: it stays when the first one takes the place of the button that opened it */
  readonly isCreating: boolean
  onCreating(isCreating: boolean): void
}

/** What opens the form of a new one, in the head of the page. */
export interface NewIntegrationProps extends Pick<IntegrationTabProps, 'company'> {
  onCreate(): void
}
