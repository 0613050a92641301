import { originName } from '#domain/origins.ts'
import { language } from './preferences.ts'

/**
 * The localised name of an origin.
 * @param name as on the wire
 */
export const originLabel = (name: string): string => originName(name, language.get())

/** The same within 'Peru · Local'. */
export const localisedOrigins = (text: string): string => text.split(' · ').map(originLabel).join(' · ')
