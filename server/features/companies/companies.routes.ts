import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/companies/companies.calls.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { companyChoices } from '#server/records/company-choices.ts'
import { companyCountries, companyCounts, companyPage } from './companies.queries.ts'
import { readCompany } from './company-row.ts'
import { deleteCompany } from './delete-company.commands.ts'
import { exportCompanies } from './export-companies.ts'
import { changeCompany, createCompany } from './save-company.commands.ts'

export function registerCompanies(app: FastifyInstance, services: Services): void {
  serve(app, services, calls.getCompanies, (ctx, { query }) => companyPage(ctx, query))
  serve(app, services, calls.countCompanies, (ctx, { query }) => companyCounts(ctx, query))
  serve(app, services, calls.exportCompanies, (ctx, { query }) => exportCompanies(ctx, query))
  serve(app, services, calls.getCompanyChoices, (ctx, { query }) => companyChoices(ctx, query))
  serve(app, services, calls.getCompanyCountries, (ctx) => companyCountries(ctx))
  serve(app, services, calls.getCompany, (ctx, { params }) => readCompany(ctx, params.id), { spansCells: true })
  serve(app, services, calls.createCompany, (ctx, { body }) => createCompany(ctx, body))
  serve(app, services, calls.changeCompany, (ctx, { body }) => changeCompany(ctx, body))
  serve(app, services, calls.deleteCompany, (ctx, { params }) => deleteCompany(ctx, params.id), { idOf: 'company' })
}
