let people = 0;

/** Values of fields of calls about annotation providers, by operation and field. */
export const PROVIDER_VALUES: Readonly<Record<string, () => unknown>> = {
  'annotation-providers.sendToProvider:e_mail': () => `provider.${(people += 1)}@canary.test`,
  // A role that every workflow has.
  'annotation-providers.sendToProvider:user_role': () => 3,
  'annotation-providers.decideProviderRequest:state': () => 'withdrawn',
  'annotation-providers.decideProviderRequest:version': () => 1,
};
