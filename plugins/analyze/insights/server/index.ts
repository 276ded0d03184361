import { defineServerHalf } from '#core/kernel/server/index.ts';
import { Calculations } from '#plugins/analyze/analytics/server/kit/index.ts';
import { insightsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { Boards } from './boards.ts';
import { Charts } from './charts.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  bindings(container) {
    for (const service of [Boards, Charts]) container.bind(service as typeof Charts).toSelf();
  },
  activate({ get, implement }) {
    const [boards, charts, calculations] = [get(Boards), get(Charts), get(Calculations)];
    implement(insightsApi, {
      insightsStatus: ({ query }, context) => calculations.status(context, query.project_id),
      generateInsights: ({ query }, context) => calculations.start(context, query.project_id),
      insightChoices: ({ query }, context) => charts.choices(context, query.project_id),
      readChart: ({ query: { project_id: projectId, ...filters }, body }, context) =>
        charts.read(context, projectId, body, filters),
      async listBoards({ query }, context) {
        const data = await boards.list(context, query.project_id);
        return { data, count: data.length };
      },
      createBoard: ({ query, body }, context) => boards.create(context, query.project_id, body),
      updateBoard: ({ params, query, body }, context) =>
        boards.update(context, query.project_id, params.board_id, body),
      async deleteBoard({ params, query }, context) {
        await boards.delete(context, query.project_id, params.board_id);
        return { success: true as const };
      },
    });
  },
});
