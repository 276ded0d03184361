import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import type { JSX } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { proxy } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import type { Board } from '../../common/api.ts';
import type { Chart } from '../../common/chart.ts';
import { InsightsClient } from '../insights-client.ts';
import { useBoards } from './use-boards.ts';

const draw = drawnPage();
const chart = (title: string): Chart => ({ id: title, title, kind: 'bar' }) as unknown as Chart;

/** The boards of the server. */
let boards: Board[];
beforeEach(() => {
  boards = [];
});

const makeBoard = ({ name, charts }: Pick<Board, 'name' | 'charts'>): Board => {
  if (boards.some(each => each.name === name)) throw new Error('A board with this name already exists.');
  const board = { id: boards.length + 1, name, charts, version: 1 } as unknown as Board;
  boards = [...boards, board];
  return board;
};
const api = {
  listBoards: async () => ({ data: boards }),
  createBoard: async ({ body }: { readonly body: Board }) => makeBoard(body),
  updateBoard: async ({ params, body }: { readonly params: { readonly board_id: number }; readonly body: Board }) => {
    const known = boards.find(each => each.id === params.board_id)!;
    if (known.version !== body.version) throw new Error('Somebody else changed this board.');
    const board = { ...known, ...body, version: known.version + 1 };
    boards = boards.map(each => (each.id === board.id ? board : each));
    return board;
  },
};

/** A board with a button that adds two charts at once, one after the other. */
function Page(): JSX.Element {
  const { boards: listed, open, changeCharts } = useBoards();
  const add = (title: string): void => void changeCharts(now => [...now, chart(title)], [chart('start')]);
  return (
    <>
      <button
        onClick={() => {
          add('one');
          add('two');
        }}
      >
        Add
      </button>
      <output>{listed === undefined ? 'loading' : open?.charts.map(each => each.title).join()}</output>
    </>
  );
}

async function open(): Promise<void> {
  const container = new Container();
  container.bind(InsightsClient).toConstantValue({ api } as never);
  container.bind(ProjectStore).toConstantValue({ state: proxy({ project: { id: 7 } }) } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </PluginScope>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(shown()).not.toBe('loading'));
}
const shown = (): string | null => document.querySelector('output')!.textContent;
const addTwo = (): Promise<void> => act(async () => document.querySelector('button')!.click());
const stored = (): readonly string[] => boards.flatMap(each => each.charts.map(({ title }) => title));

it('should save two quick edits of a board one after the other', async () => {
  makeBoard({ name: 'First', charts: [] });
  await open();
  await addTwo();
  await vi.waitFor(() => expect(shown()).toBe('one,two'));
  await vi.waitFor(() => expect(stored()).toEqual(['one', 'two']));
});

it('should make one board of two quick edits where a project has none', async () => {
  await open();
  await addTwo();
  await vi.waitFor(() => expect(stored()).toEqual(['start', 'one', 'two']));
  expect(boards).toHaveLength(1);
});

it('should leave out edits that waited for one that was refused', async () => {
  makeBoard({ name: 'First', charts: [] });
  await open();
  // Somebody else adds a chart meanwhile.
  boards = boards.map(each => ({ ...each, charts: [chart('theirs')], version: 2 }));
  await addTwo();
  await vi.waitFor(() => expect(shown()).toBe('theirs'));
  expect(stored()).toEqual(['theirs']);
});
