import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { EvaluationLine, EvaluationView } from '../common/evaluation-shapes.ts';
import type { PredictionSet } from '../common/prediction-shapes.ts';
import { EvaluationClient } from './evaluation-client.ts';

/** Milliseconds between two looks at running jobs. */
const POLL_MS = 1500;

/** Key of everything of a project that this plugin shows. */
export const evaluationKey = (projectId: number): readonly unknown[] => ['evaluation', projectId];

/** Returns the prediction sets of the project. */
export function usePredictionSets(): UseQueryResult<readonly PredictionSet[]> {
  const project = useProject();
  const { api } = useService(EvaluationClient);
  return useQuery({
    queryKey: [...evaluationKey(project.id), 'sets'],
    queryFn: async ({ signal }) => (await api.listPredictionSets({ params: { project_id: project.id }, signal })).data,
    refetchInterval: query => (query.state.data?.some(each => each.state === 'reading') === true ? POLL_MS : false),
  });
}

/** Returns the evaluations of the project without their figures. */
export function useEvaluations(): UseQueryResult<readonly EvaluationLine[]> {
  const project = useProject();
  const { api } = useService(EvaluationClient);
  return useQuery({
    queryKey: [...evaluationKey(project.id), 'evaluations'],
    queryFn: async ({ signal }) => (await api.listEvaluations({ params: { project_id: project.id }, signal })).data,
    refetchInterval: query => (query.state.data?.some(each => each.state === 'running') === true ? POLL_MS : false),
  });
}

/** Returns one evaluation with its figures; nothing without an id. */
export function useEvaluation(id: number | undefined): UseQueryResult<EvaluationView> {
  const project = useProject();
  const { api } = useService(EvaluationClient);
  return useQuery({
    queryKey: [...evaluationKey(project.id), 'evaluation', id],
    queryFn: ({ signal }) => api.getEvaluation({ params: { project_id: project.id, evaluation_id: id! }, signal }),
    enabled: id !== undefined,
    refetchInterval: query => (query.state.data?.state === 'running' ? POLL_MS : false),
  });
}
