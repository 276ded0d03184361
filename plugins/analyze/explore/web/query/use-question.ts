import { useMutation } from '@tanstack/react-query';
import { toastError } from '#core/ui/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { parseQuery } from '../../common/query/parse-query.ts';
import { ExploreClient } from '../explore-client.ts';

/** A question and what became of it. */
export interface AskedQuestion {
  readonly question: string;
  readonly understood: boolean;
  readonly query: string;
  /** Text about the part that was not understood. */
  readonly message: string | null;
}

/** Samples are run only after the person has seen the query. */
export const isSample = (query: string): boolean => parseQuery(query).query.random !== undefined;

/** The question that was asked last; `ask` translates one and runs the query, `forget` drops it. */
export function useQuestion(projectId: number): {
  readonly asked: AskedQuestion | undefined;
  readonly ask: (question: string, onQuery: (query: string) => void) => void;
  readonly forget: () => void;
} {
  const { searches } = useService(ExploreClient);
  const translation = useMutation({
    mutationFn: async (question: string): Promise<AskedQuestion> => ({
      question,
      ...(await searches.ask({ query: { project_id: projectId }, body: { question } })),
    }),
    onError: toastError,
  });
  return {
    asked: translation.data,
    ask: (question, onQuery) =>
      translation.mutate(question, {
        onSuccess: answer => {
          if (answer.understood && !isSample(answer.query)) onQuery(answer.query);
        },
      }),
    forget: translation.reset,
  };
}
