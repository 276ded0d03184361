import { randomUuid } from '#core/base/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import type { WorkbenchCalls } from '#sdk/app/workbench.ts';
import type { startCalls } from './optional-calls.ts';

/** Returns the calls of an app about pipelines that the person may start. */
export const automationCalls = (
  starts: Client<typeof startCalls>,
  signal: AbortSignal,
): WorkbenchCalls['automations'] => ({
  async list({ projectId }) {
    const { data } = await starts.listStarts({ params: { project_id: projectId }, signal });
    return data.map(({ pipeline_id: pipelineId, node_id: nodeId, title, description, fields }) => ({
      pipelineId,
      nodeId,
      title,
      description,
      fields: fields.map(({ options, ...field }) => ({ ...field, ...(options === undefined ? {} : { options }) })),
    }));
  },
  async start({ projectId, pipelineId, nodeId, itemIds, values }) {
    const { event_id: startId } = await starts.startPipeline({
      params: { project_id: projectId },
      body: {
        pipeline_id: pipelineId,
        node_id: nodeId,
        item_ids: [...itemIds],
        ...(values === undefined ? {} : { values: { ...values } }),
        key: randomUuid(),
      },
      signal,
    });
    return { startId };
  },
  async progress({ projectId, startId }) {
    const { state, runs, reason } = await starts.getStart({
      params: { project_id: projectId, event_id: startId },
      signal,
    });
    return { state, runs, reason };
  },
});
