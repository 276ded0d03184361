import type { Action } from './actions.ts';

/** The feature switches a super-admin sets for an organization. A switch comes with the feature it gates. */
export const featureNames = [
  'sso',
  'sdk',
  'explore',
  'insights',
  'automation',
  'contract_expired',
  'telemetry_logging',
  'user_score',
  'user_work_schedule',
] as const;
export type Feature = (typeof featureNames)[number];

/** State of the switches; a missing one has its default: on, but `contract_expired` off. */
export type FeatureSwitches = Readonly<Partial<Record<Feature, boolean>>>;

/** The actions that a switch takes away when it is off. */
export const actionsOfFeature: Readonly<Partial<Record<Feature, readonly Action[]>>> = {
  sdk: ['ViewSdkToken', 'GenerateSdkToken', 'RevokeSdkToken', 'ManageServiceTokens'],
  explore: ['RunExplore', 'ManageSavedQueries', 'ManageSubsets', 'ManageBookmarks', 'ApplyExploreBulkAction'],
  insights: ['ViewInsights'],
  automation: ['ViewAutomations', 'ManagePipelines'],
  telemetry_logging: ['TrackTime', 'ViewTelemetryReports'],
  user_score: ['ManageScores', 'ViewUserScores'],
  user_work_schedule: ['ManageWorkSchedules'],
};

/** True when the feature works for the organization. `contract_expired` answers true while the contract has ended. */
export const featureOn = (features: FeatureSwitches | undefined, feature: Feature): boolean =>
  features?.[feature] ?? feature !== 'contract_expired';

/** The actions that are left when the switches that are off have taken theirs. */
export function withoutSwitchedOff<Name extends Action>(
  actions: readonly Name[],
  features: FeatureSwitches | undefined,
): Name[] {
  const off = new Set<Action>(
    featureNames.filter(feature => !featureOn(features, feature)).flatMap(feature => actionsOfFeature[feature] ?? []),
  );
  return actions.filter(action => !off.has(action));
}
