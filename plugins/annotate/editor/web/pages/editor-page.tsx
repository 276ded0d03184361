import { Button, Loader } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { JSX } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, toast, usePageName, usePagePlace } from '#core/ui/web/index.ts';
import type { ControllerState } from '../controller-state.ts';
import { EditorController } from '../editor-controller.ts';
import { Banners } from '../frame/banners.tsx';
import { Canvas } from '../frame/canvas.tsx';
import { ClassFinder } from '../frame/class-finder.tsx';
import { ConflictDialog } from '../frame/conflict-dialog.tsx';
import { FrameView } from '../frame/frame-view.ts';
import { HelpSheet } from '../frame/help-sheet.tsx';
import { NeighbourStrip } from '../frame/neighbour-strip.tsx';
import { SidePanels } from '../frame/side-panels.tsx';
import { ToolBar } from '../frame/tool-bar.tsx';
import { TopBar } from '../frame/top-bar.tsx';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import type { ItemFilter } from '#plugins/workspace/items/common/index.ts';
import type { ListedItems } from '../kit/editor-hooks.ts';
import { EditorHooks } from '../kit/editor-hooks.ts';
import { ItemNavigation } from '../queue/item-navigation.ts';
import { ItemQueue } from '../queue/item-queue.ts';
import { NextItem } from '../queue/next-item.ts';
import { ItemsAhead } from '../queue/items-ahead.ts';
import { readOrigin } from '../queue/list-origin.ts';
import classes from '../frame/frame.module.css';
import { messages } from '../messages.ts';

/** One item, open to be annotated. */
export default function EditorPage(): JSX.Element {
  const { projectId, itemId } = useParams();
  const [search] = useSearchParams();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  const controller = useService(EditorController);
  const navigation = useService(ItemNavigation);
  const { controller: state } = useSnapshot(controller.state);
  const opened = state.phase === 'ready' ? state.opened : undefined;
  usePageName(opened?.item.name);
  usePagePlace(opened?.project.name);

  useEffect(() => void controller.open(Number(projectId), Number(itemId)), [controller, projectId, itemId]);
  useEffect(() => () => controller.close(), [controller]);
  // The router calls the first entry of a tab "default"; from there "back" would leave the app.
  useEffect(() => navigation.entered(firstKey !== 'default'), [navigation, firstKey]);
  useNeighbours(state as ControllerState, search.get('from'));
  useLinkedThread(state as ControllerState, search.get('thread'));

  switch (state.phase) {
    case 'empty':
    case 'loading':
      return (
        <div className={classes['center']}>
          <Loader size="sm" aria-label={messages.editorPage.openingTheItem} />
        </div>
      );
    case 'failed':
      return (
        <div className={classes['center']}>
          <ErrorPanel error={state.error} onRetry={() => void controller.open(Number(projectId), Number(itemId))} />
          <Button variant="default" onClick={() => navigation.leave()}>
            {messages.editorPage.back}
          </Button>
        </div>
      );
    case 'ready':
      return <Frame state={state as Extract<ControllerState, { phase: 'ready' }>} />;
  }
}

function Frame({ state }: { readonly state: Extract<ControllerState, { phase: 'ready' }> }): JSX.Element {
  const controller = useService(EditorController);
  const view = useService(FrameView);
  const types = useService(ProjectTypes);
  const { side, strip } = useSnapshot(view.state);
  const { seesComments } = state.opened.limits;
  useEffect(() => view.hide('editor.comments', !seesComments), [view, seesComments]);
  return (
    <div className={classes['frame']}>
      <TopBar />
      <ToolBar />
      <main className={classes['middle']}>
        <Banners />
        <ClassFinder />
        {state.type === undefined ? (
          <EmptyState
            icon="plugin"
            text={messages.editorPage.noEditorForNameProjects(types.titleOf(state.opened.project.type))}
          />
        ) : (
          <Canvas key={state.itemId} controller={controller} document={state.document} type={state.type} />
        )}
      </main>
      {side ? <SidePanels key={state.itemId} /> : undefined}
      {strip ? <NeighbourStrip /> : undefined}
      <HelpSheet />
      <ConflictDialog />
    </div>
  );
}

/** Knows the list around the item, and loads the next items ahead. */
function useNeighbours(state: ControllerState, from: string | null): void {
  const controller = useService(EditorController);
  const queue = useService(ItemQueue);
  const hooks = useService(EditorHooks);
  const ahead = useService(ItemsAhead);
  const next = useService(NextItem);
  const ready = state.phase === 'ready' ? state : undefined;
  const itemId = ready?.itemId;
  const load = useEffectEvent((): void => {
    if (ready === undefined) return;
    const { project, item } = ready.opened;
    const origin = async (): Promise<ItemFilter | ListedItems> =>
      (from === null ? undefined : await hooks.listing.promise(from, project.id)) ??
      readOrigin(from)?.filter ?? { folder_id: item.folder_id };
    void origin()
      .then(list => queue.show(project.id, list, ready.itemId))
      .then(async () => {
        // The open item comes first.
        await controller.drawn();
        const following = [1, 2].flatMap(step => queue.neighbour(ready.itemId, step) ?? []);
        hooks.approaching.call(following);
        return Promise.all([
          ahead.keepOpen(),
          ...following.map(id => ahead.load(ready.opened.project.id, id)),
          next.prepare(),
        ]);
      })
      .catch(() => undefined);
  });
  useEffect(() => load(), [itemId, from]);
}

/** Shows the thread that the address names, once it is there. */
function useLinkedThread(state: ControllerState, id: string | null): void {
  const view = useService(FrameView);
  const document = state.phase === 'ready' ? state.document : undefined;
  useEffect(() => {
    if (document === undefined || id === null) return;
    if (document.scene.comments.some(each => each.id === id)) view.showThread(id);
    else toast(messages.editorPage.commentThisLinkLeads);
  }, [document, id, view]);
}
