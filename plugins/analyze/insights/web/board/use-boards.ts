import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { toastError, useLatestParams } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Board } from '../../common/api.ts';
import type { Chart } from '../../common/chart.ts';
import { boardsKey, InsightsClient } from '../insights-client.ts';
import { messages } from '../messages.ts';

export interface BoardStore {
  /** Undefined until they are known. */
  readonly boards: readonly Board[] | undefined;
  readonly error: unknown;
  /** The board that is shown; undefined for the charts a project begins with. */
  readonly open: Board | undefined;
  retry(): void;
  show(id: number | undefined): void;
  create(name: string, charts: readonly Chart[]): Promise<void>;
  rename(board: Board, name: string): Promise<void>;
  /** Puts charts in place of those of the board that is shown; a project without boards gets its first one. */
  setCharts(charts: readonly Chart[]): Promise<void>;
  remove(board: Board): Promise<void>;
}

/** Boards of the open project, and what changes them. The address names the one that is shown. */
export function useBoards(): BoardStore {
  const project = useProject();
  const { api } = useService(InsightsClient);
  const queries = useQueryClient();
  const [params, setParams] = useLatestParams();
  const query = { project_id: project.id };
  const list = useQuery({
    queryKey: boardsKey(project.id),
    queryFn: async () => (await api.listBoards({ query })).data,
  });
  const boards = list.data;
  const open = boards?.find(each => String(each.id) === params.get('board')) ?? boards?.[0];
  const show = (id: number | undefined): void =>
    setParams(now => {
      const next = new URLSearchParams(now);
      if (id === undefined) next.delete('board');
      else next.set('board', String(id));
      return next;
    });
  const put = (board: Board): void =>
    void queries.setQueryData<Board[]>(boardsKey(project.id), now =>
      (now ?? []).some(each => each.id === board.id)
        ? now!.map(each => (each.id === board.id ? board : each))
        : [...(now ?? []), board],
    );
  const create = async (name: string, charts: readonly Chart[]): Promise<void> => {
    const board = await api.createBoard({ query, body: { name, charts: [...charts] } });
    put(board);
    show(board.id);
  };
  const update = async (
    board: Board,
    change: { readonly name?: string; readonly charts?: readonly Chart[] },
  ): Promise<void> => {
    const { name = board.name, charts = board.charts } = change;
    put({ ...board, name, charts: [...charts] });
    try {
      put(
        await api.updateBoard({
          params: { board_id: board.id },
          query,
          body: { name, charts: [...charts], version: board.version },
        }),
      );
    } catch (error) {
      await list.refetch();
      throw error;
    }
  };
  return {
    boards,
    error: list.error,
    open,
    retry: () => void list.refetch(),
    show,
    create,
    rename: (board, name) => update(board, { name }),
    setCharts: charts =>
      (open === undefined ? create(messages.useBoards.firstBoard, charts) : update(open, { charts })).catch(toastError),
    async remove(board) {
      await api.deleteBoard({ params: { board_id: board.id }, query });
      show(undefined);
      await list.refetch();
    },
  };
}
