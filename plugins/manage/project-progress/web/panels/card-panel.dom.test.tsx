import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { expect, it } from 'vitest';
import { PluginScope } from '#core/kernel/web/index.ts';
import { drawnPage, shows } from '#tests/support/drawn-page.tsx';
import type { ProjectSummary } from '../../common/api.ts';
import { SummaryLoader } from '../summary-loader.ts';
import CardPanel from './card-panel.tsx';

const draw = drawnPage();

const people = ['Ana', 'Ben', 'Cleo', 'Dana', 'Eve'].map(name => ({ email: `${name}@north.test`, name }));

it.each([
  { returned: 0, due_on: null, shown: 6, more: '+2' },
  { returned: 16, due_on: null, shown: 6, more: '+2' },
  { returned: 16, due_on: '2026-01-02', shown: 3, more: '+5' },
])(
  'should show $shown people beside $returned returned items and the date $due_on',
  async ({ shown, more, ...marks }) => {
    const summary = { ...marks, statuses: [], thumbnails: [], people, people_count: 7 } as unknown as ProjectSummary;
    const container = new Container();
    container.bind(SummaryLoader).toConstantValue({ load: async () => summary } as never);
    await draw(
      <QueryClientProvider client={new QueryClient()}>
        <PluginScope container={container}>
          <CardPanel context={{ project: { id: 1, imageCount: 4, completedImagesCount: 1 } }} />
        </PluginScope>
      </QueryClientProvider>,
    );
    await shows(more);
    const line = document.querySelector('[role=img][aria-label*="Ana, Ben, Cleo, Dana, Eve"]')!;
    expect(line.children).toHaveLength(shown);
  },
);
