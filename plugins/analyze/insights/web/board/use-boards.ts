import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { toastError, useLatestParams } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Board } from '../../common/api.ts';
import type { Chart } from '../../common/chart.ts';
import { boardsKey, InsightsClient } from '../insights-client.ts';
import { messages } from '../messages.ts';
import { BoardSaves } from './board-saves.ts';

/** Returns charts in place of those a board has by then. */
export type ChartsChange = (charts: readonly Chart[]) => readonly Chart[];

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
  /** Changes the charts of the board that is shown; a project without boards gets its first one, of the starting charts. */
  changeCharts(change: ChartsChange, starting: readonly Chart[]): Promise<void>;
  remove(board: Board): Promise<void>;
}

/** Boards of the open project, and what changes them. The address names the one that is shown. */
export function useBoards(): BoardStore {
  const project = useProject();
  const { api } = useService(InsightsClient);
  const queries = useQueryClient();
  const [queue] = useState(() => new BoardSaves());
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
  const stored = (): readonly Board[] => queries.getQueryData<Board[]>(boardsKey(project.id)) ?? [];
  const put = (board: Board): void =>
    void queries.setQueryData<Board[]>(boardsKey(project.id), (now = []) =>
      now.some(each => each.id === board.id) ? now.map(each => (each.id === board.id ? board : each)) : [...now, board],
    );
  const create = async (name: string, charts: readonly Chart[]): Promise<void> => {
    const board = await api.createBoard({ query, body: { name, charts: [...charts] } });
    put(board);
    show(board.id);
  };
  const write = async (id: number, { name, charts }: Pick<Board, 'name' | 'charts'>): Promise<void> => {
    const latest = (): Board | undefined => stored().find(each => each.id === id);
    try {
      const saved = await api.updateBoard({
        params: { board_id: id },
        query,
        body: { name, charts, version: latest()!.version },
      });
      // Edits made meanwhile stay on the screen until they are saved in turn.
      put({ ...latest(), ...saved, name: latest()!.name, charts: latest()!.charts });
    } catch (error) {
      await list.refetch();
      throw error;
    }
  };
  const update = async (
    board: Board,
    change: (now: Board) => Partial<Pick<Board, 'name' | 'charts'>>,
  ): Promise<void> => {
    await queries.cancelQueries({ queryKey: boardsKey(project.id) });
    const now = stored().find(each => each.id === board.id) ?? board;
    const next = { ...now, ...change(now) };
    put(next);
    await queue.run(() => write(board.id, next));
  };
  const edit = (change: ChartsChange, starting: readonly Chart[]): Promise<void> =>
    open === undefined
      ? queue.run(async () => {
          const [first] = stored();
          if (first === undefined) return create(messages.useBoards.firstBoard, change(starting));
          // An edit before this one has made the first board.
          const next = { ...first, charts: [...change(first.charts)] };
          put(next);
          return write(first.id, next);
        })
      : update(open, now => ({ charts: [...change(now.charts)] }));
  return {
    boards,
    error: list.error,
    open,
    retry: () => void list.refetch(),
    show,
    create,
    rename: (board, name) => update(board, () => ({ name })),
    changeCharts: (change, starting) => edit(change, starting).catch(toastError),
    async remove(board) {
      await api.deleteBoard({ params: { board_id: board.id }, query });
      show(undefined);
      await list.refetch();
    },
  };
}
