import { useSyncExternalStore } from 'react';
import { useForm } from '../form-context.ts';
import type { FormModels } from '../kit/form-services.ts';
import type { FormRuns } from './form-runs.ts';

/** Returns the models of the form; undefined where it cannot, because the plugin is off. */
export function useModels(): { readonly models: FormModels; readonly projectId: number } | undefined {
  const { services } = useForm();
  const models = useSyncExternalStore(services.onChange, () => services.models);
  const { projectId } = useForm();
  return models === undefined || projectId === undefined ? undefined : { models, projectId };
}

/** Answers on their way; draws again as they grow. */
export function useRuns(): FormRuns {
  const { runs } = useForm();
  useSyncExternalStore(runs.onChange, () => runs.version);
  return runs;
}
