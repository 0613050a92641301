export const simsEs = {
  title: 'SIMs',
} as const
