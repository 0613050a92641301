export const loginEs = {
  title: 'login',
} as const
