import type { FastifyInstance } from 'fastify'
import { getMapFile } from '#contract/sims/map.calls.ts'
import { AppError } from '#server/app-error.ts'
import type { Services } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { StoredFile } from '#server/http/stored-file.ts'
import type { MapFiles } from '#server/maps/map-files.ts'

/** The archives that the page draws its maps from, a range at a time. */
export function registerMap(app: FastifyInstance, services: Services, files: MapFiles): void {
  serve(app, services, getMapFile, async (_ctx, { params }) => {
    const file = files[params.file]
    if (!file) throw new AppError('not_found')
    return new StoredFile(file.path, getMapFile.file[0])
  })
}
