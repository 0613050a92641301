/** A tab of the integrations, which lists those of the user's companies or of one. */
export interface IntegrationTabProps {
  readonly company: number | undefined
  onCompany(company: number | undefined): void
}
