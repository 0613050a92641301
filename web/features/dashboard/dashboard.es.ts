export const dashboardEs = {
  title: 'dashboard',
} as const
