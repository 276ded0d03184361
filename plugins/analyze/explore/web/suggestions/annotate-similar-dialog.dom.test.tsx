import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Container } from 'inversify';
import { act } from 'react';
import { proxy } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { EventStream } from '#core/api/web/index.ts';
import { PluginScope } from '#core/kernel/web/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { ClassesClient } from '#plugins/workspace/classes/web/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import { drawnPage } from '#tests/support/drawn-page.tsx';
import { ExploreClient } from '../explore-client.ts';
import { AnnotateSimilarDialog } from './annotate-similar-dialog.tsx';
import { SimilarExample } from './similar-example.ts';

const draw = drawnPage();
const createSuggestions = vi.fn(async (_: object) => ({ id: 8 }));
const onSuggested = vi.fn();
const dialog = (): HTMLElement => document.querySelector('[role=dialog]')!;
const suggest = (): HTMLButtonElement =>
  [...dialog().querySelectorAll('button')].find(each => each.textContent === 'Suggest')!;
const labelled = (name: string): HTMLInputElement | undefined =>
  [...dialog().querySelectorAll('input')].find(each => each.labels?.[0]?.textContent === name);

beforeEach(() => vi.clearAllMocks());

/** Opens the dialog for an object of the class Cherry in a project of this type. */
async function open(type: number): Promise<void> {
  const example = new SimilarExample();
  const classes = ['Cherry', 'Leaf'].map((name, at) => ({ id: 20 + at, name, type: ClassType.Object }));
  const container = new Container();
  container.bind(SimilarExample).toConstantValue(example);
  container
    .bind(ExploreClient)
    .toConstantValue({
      similarity: { similarityStatus: async () => ({ state: 'ready', embeddings: { state: 'ready' } }) },
      suggestions: { createSuggestions },
    } as never);
  container
    .bind(ClassesClient)
    .toConstantValue({ api: { list: async () => ({ data: classes, total_count: 2 }) } } as never);
  container.bind(EventStream).toConstantValue({ on: () => ({ dispose: () => undefined }) } as never);
  container.bind(ProjectStore).toConstantValue({ state: proxy({ project: { id: 5, type } }) } as never);
  await draw(
    <QueryClientProvider client={new QueryClient()}>
      <PluginScope container={container}>
        <AnnotateSimilarDialog projectId={5} onSuggested={onSuggested} />
      </PluginScope>
    </QueryClientProvider>,
  );
  await act(async () => example.ask({ itemId: 3, position: 0, classId: 20 }));
  await vi.waitFor(() => act(async () => expect(labelled('Suggested class')?.value).toBe('Cherry')));
}

it('should ask for the class of objects that look like the example, and show what was found', async () => {
  await open(ProjectType.Vector);
  await act(async () => suggest().click());
  expect(createSuggestions).toHaveBeenCalledExactlyOnceWith({
    query: { project_id: 5 },
    body: { item_id: 3, class_id: 20, position: 0, limit: 200 },
  });
  expect(onSuggested).toHaveBeenCalledExactlyOnceWith(8);
});

it('should ask for new boxes in so many pictures', async () => {
  await open(ProjectType.Vector);
  await act(async () => dialog().querySelector<HTMLElement>('input[value=boxes]')!.click());
  expect(labelled('Suggestions at most')).toBeUndefined();
  const pictures = labelled('Pictures to search')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(pictures, '2');
    pictures.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => suggest().click());
  expect(createSuggestions).toHaveBeenCalledExactlyOnceWith({
    query: { project_id: 5 },
    body: { item_id: 3, class_id: 20, position: 0, pictures: 2 },
  });
});

it('should not offer boxes where objects are painted', async () => {
  await open(ProjectType.Pixel);
  expect(dialog().querySelector('input[value=boxes]')).toBeNull();
});
