import type { Feature } from '#core/permissions/common/index.ts';

/** Texts for super-admins beside each feature switch. */
export const featureTexts: Readonly<Record<Feature, { readonly title: string; readonly text: string }>> = {
  sso: {
    title: 'Single sign-on',
    text: 'Sign in with the organization’s identity provider. Switched off, everybody signs in with a password.',
  },
  sdk: { title: 'SDK', text: 'Tokens for scripts and the Python client.' },
  explore: { title: 'Explore', text: 'Search over items, saved queries, subsets.' },
  insights: { title: 'Insights', text: 'Boards of charts about a project.' },
  automation: {
    title: 'Automations',
    text: 'Pipelines that react to events. Switched off, none runs; the history stays.',
  },
  contract_expired: { title: 'Contract has ended', text: 'The organization is read-only while this is on.' },
  telemetry_logging: { title: 'Telemetry', text: 'Time and status logs, and reports on them.' },
  user_score: { title: 'Scores', text: 'Rate people’s work.' },
  user_work_schedule: { title: 'Work schedules', text: 'When people work and when they are off.' },
};
