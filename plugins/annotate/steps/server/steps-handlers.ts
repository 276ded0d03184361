import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Step, StepDrafts, stepsApi } from '../common/api.ts';
import type { Steps } from './steps.ts';

interface InProject {
  readonly params: { readonly project_id: number };
}
const done = { success: true } as const;

export function stepsHandlers(steps: Steps): Handlers<typeof stepsApi> {
  const list = async ({ params }: InProject, context: RequestContext): Promise<{ data: Step[]; count: number }> => {
    const data = await steps.list(context, params.project_id);
    return { data, count: data.length };
  };
  const replace = async (
    { params, body }: InProject & { readonly body: StepDrafts },
    context: RequestContext,
  ): Promise<typeof done> => {
    await steps.replace(context, params.project_id, body);
    return done;
  };
  const addAttributes = async (
    { params, body }: InProject & { readonly body: { readonly data: Parameters<Steps['addAttributes']>[2] } },
    context: RequestContext,
  ): Promise<typeof done> => {
    await steps.addAttributes(context, params.project_id, body.data);
    return done;
  };
  return {
    getSteps: list,
    listSteps: list,
    replaceSteps: replace,
    putSteps: replace,
    async saveSteps({ params, body }, context) {
      await steps.save(context, params.project_id, body);
      return done;
    },
    addStepAttributes: addAttributes,
    putStepAttributes: addAttributes,
    async uploadKeyPoints({ params, body }, context) {
      await steps.replaceKeyPoints(context, params.project_id, body.steps);
      return done;
    },
    downloadKeyPoints: async ({ params }, context) => ({ steps: await steps.keyPoints(context, params.project_id) }),
  };
}
