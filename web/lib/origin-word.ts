import { originName } from '#domain/origins.ts'
import { language } from './preferences.ts'

/** An origin as the reader calls it. @param name as it stands on the wire */
export const originWord = (name: string): string => originName(name, language.get())

/** The same within 'Peru · Local'. */
export const originsWithin = (text: string): string => text.split(' · ').map(originWord).join(' · ')
