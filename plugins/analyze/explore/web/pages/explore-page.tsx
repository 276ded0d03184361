import { ActionIcon, Button, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { queryString } from '#core/api/common/index.ts';
import { Panel, useCan, usePanels, useService } from '#core/kernel/web/index.ts';
import { Icon, toastError, Tooltip } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { OpenMenu } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectedItems, SelectionDialogs, SelectionStore } from '#plugins/workspace/items/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { addressOrigin } from '../../common/address-origin.ts';
import { isQuestion } from '../../common/ask/is-question.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import { writtenAddress } from '../../common/explore-address.ts';
import { ActionBar } from '../actions/action-bar.tsx';
import { FoundMenu } from '../actions/found-menu.tsx';
import { ExploreViewStore } from '../explore-view-store.ts';
import classes from '../explore.module.css';
import { BookmarksDrawer } from '../bookmarks/bookmarks-drawer.tsx';
import { MOST_BOOKMARKED, useBookmarkActions } from '../bookmarks/use-bookmarks.ts';
import { comparesPictures } from '../compares-pictures.ts';
import { FacetPane } from '../facets/facet-pane.tsx';
import { messages } from '../messages.ts';
import { ExampleList } from '../query/example-list.tsx';
import { useObjectCount } from '../objects/use-found-objects.ts';
import { QueryBar } from '../query/query-bar.tsx';
import { QueryChips } from '../query/query-chips.tsx';
import { problemsOf } from '../query/problems-of.ts';
import { QuestionNote } from '../query/question-note.tsx';
import { ScopePicker } from '../query/scope-picker.tsx';
import { useQuestion } from '../query/use-question.ts';
import { useCopyLink, useOpenedLink } from '../links/use-search-link.ts';
import { OtherQuery } from '../split/other-query.tsx';
import { QualityMenu } from '../quality/quality-menu.tsx';
import { ResultBar } from '../results/result-bar.tsx';
import { ResultBody } from '../results/result-body.tsx';
import { ShownList } from '../results/shown-list.tsx';
import type { FoundItem } from '../results/use-found-items.ts';
import { useFoundItems } from '../results/use-found-items.ts';
import type { Saving } from '../saved/save-dialog.tsx';
import { SaveDialog } from '../saved/save-dialog.tsx';
import { SavedQueries } from '../saved/saved-queries.tsx';
import { SnapshotsDrawer } from '../snapshots/snapshots-drawer.tsx';
import { AddToSubset } from '../subsets/add-to-subset.tsx';
import { SubsetsDrawer } from '../subsets/subsets-drawer.tsx';
import { AnnotateSimilarDialog } from '../suggestions/annotate-similar-dialog.tsx';
import { SuggestionsButton } from '../suggestions/suggestions-button.tsx';
import { SuggestionView } from '../suggestions/suggestion-view.tsx';
import { SuggestionsDrawer } from '../suggestions/suggestions-drawer.tsx';
import { useExploreAddress } from '../use-explore-address.ts';

/** Find items by a query, look at them, choose some and act on them. */
export default function ExplorePage(): JSX.Element {
  const project = useProject();
  const pictures = comparesPictures(project.type);
  const [address, change] = useExploreAddress();
  const { query, folderId, subsetId, view, other, suggestions } = address;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const saves = useCan('ManageSavedQueries');
  const dialogs = usePanels('explore.dialogs');
  const search = writtenAddress({ ...address, view: 'grid', other: undefined, suggestions: undefined }).toString();
  const [counted, setCounted] = useState<string>();
  const found = useFoundItems(project.id, address, counted === search);
  const { list } = found;
  const beside: ExploreAddress = { query: other ?? '', folderId, subsetId, view: view === 'list' ? 'list' : 'grid' };
  const [side, setSide] = useState<'first' | 'second'>('first');
  const inSecond = other !== undefined && side === 'second';
  const objects = useObjectCount(project.id, address);
  const problems = problemsOf(list.error);
  const failed = list.error !== null;
  const [menu, setMenu] = useState<OpenMenu<FoundItem>>();
  const [saving, setSaving] = useState<Saving>();
  const [listing, setListing] = useState(false);
  const [subsetsShown, showSubsets] = useState(false);
  const [versionsShown, showVersions] = useState(false);
  const [bookmarksShown, showBookmarks] = useState(false);
  const [layersShown, showLayers] = useState(false);
  const layered = suggestions !== undefined;
  const marks = useCan('ManageBookmarks');
  const bookmarks = useBookmarkActions(project.id);
  const selection = useService(SelectionStore);
  const selectedItems = useService(SelectedItems);
  const copyLink = useCopyLink(project.id);
  const views = useService(ExploreViewStore);
  const { pane } = useSnapshot(views.state);
  const { asked, ask, forget } = useQuestion(project.id);
  const section = useRef<HTMLElement>(null);
  const name = `explore/${project.id}?${search}`;
  const pathOf = ({ id }: Pick<FoundItem, 'id'>): string =>
    `/t/${project.team_id}/p/${project.id}/item/${id}${queryString({ from: addressOrigin(address) })}`;
  const again = (): void => void queries.invalidateQueries({ queryKey: itemKeys.dependent('explore', project.id) });
  const runQuery = (text: string): void => {
    if (text === query) again();
    else change({ query: text });
  };
  const run = (text: string): void => {
    forget();
    if (isQuestion(text)) ask(text, runQuery);
    else runQuery(text);
  };

  const opening = useOpenedLink(project.id);
  if (opening) return <Loader m="auto" aria-label={messages.explorePage.openingTheLink} />;

  return (
    <section
      ref={section}
      className={classes['page']}
      aria-label={messages.explorePage.explore}
      onKeyDown={event => {
        const targets = selection.targets();
        const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
        const list = (event.target as HTMLElement).closest('[data-item-list]') === event.target;
        if (!plain || !list || event.key.toLowerCase() !== 'b' || targets === undefined) return;
        event.preventDefault();
        void selectedItems.ids(project.id, targets, MOST_BOOKMARKED + 1).then(bookmarks.toggle, toastError);
      }}
    >
      {failed || layered || view === 'instance' || inSecond ? undefined : (
        <ShownList key={name} projectId={project.id} found={found} />
      )}
      <div className={classes['head']}>
        <ScopePicker projectId={project.id} folderId={folderId} subsetId={subsetId} onChange={change} />
        <QueryBar
          projectId={project.id}
          query={query}
          draft={asked?.understood === true ? asked : undefined}
          problems={problems}
          onRun={run}
        />
        {saves ? (
          <Tooltip label={messages.shared.saveQuery}>
            <ActionIcon
              size={30}
              aria-label={messages.shared.saveQuery}
              disabled={query === '' || failed}
              onClick={() => setSaving({ text: query })}
            >
              <Icon name="star" />
            </ActionIcon>
          </Tooltip>
        ) : undefined}
        <Button variant="default" leftSection={<Icon name="list" size={14} />} onClick={() => setListing(true)}>
          {messages.shared.savedQueries}
        </Button>
        <Button variant="default" leftSection={<Icon name="group" size={14} />} onClick={() => showSubsets(true)}>
          {messages.shared.subsets}
        </Button>
        <QualityMenu pictures={pictures} onRun={(text, next) => change({ query: text, view: next })} />
        <Tooltip label={messages.shared.datasetVersions}>
          <ActionIcon size={30} aria-label={messages.shared.datasetVersions} onClick={() => showVersions(true)}>
            <Icon name="history" />
          </ActionIcon>
        </Tooltip>
        {pictures ? <SuggestionsButton onOpen={() => showLayers(true)} /> : undefined}
        {marks ? (
          <Tooltip label={messages.shared.bookmarks}>
            <ActionIcon size={30} aria-label={messages.shared.bookmarks} onClick={() => showBookmarks(true)}>
              <Icon name="clipboard" />
            </ActionIcon>
          </Tooltip>
        ) : undefined}
      </div>
      {asked === undefined ? undefined : <QuestionNote asked={asked} onRun={run} onClose={forget} />}
      {query === '' ? <ExampleList projectId={project.id} onRun={run} /> : undefined}
      {failed ? undefined : <QueryChips query={query} onRun={run} />}
      {suggestions !== undefined ? (
        <SuggestionView
          projectId={project.id}
          setId={suggestions}
          pathOf={pathOf}
          onClose={() => change({ suggestions: undefined })}
        />
      ) : (
        <div className={classes['body']}>
          {pane && !failed ? (
            <FacetPane projectId={project.id} pictures={pictures} address={address} onRun={run} />
          ) : undefined}
          <div
            className={classes['main']}
            onPointerDownCapture={() => setSide('first')}
            onFocusCapture={() => setSide('first')}
          >
            {failed ? undefined : (
              <ResultBar
                count={list.count}
                objects={view === 'instance' ? objects : undefined}
                exact={found.exact}
                onCountAll={() => setCounted(search)}
                view={view}
                mapped={pictures}
                onView={next => change({ view: next })}
                pane={pane}
                onPane={shown => views.showPane(shown)}
                onLink={() => void copyLink(address)}
                split={other !== undefined}
                onSplit={() => change({ other: other === undefined ? '' : undefined })}
              />
            )}
            <ResultBody
              projectId={project.id}
              found={found}
              address={address}
              name={name}
              pathOf={pathOf}
              onMenu={(item, at) => setMenu({ item, at })}
              onAgain={again}
              onQuery={text => change({ query: text, view: view === 'map' ? 'grid' : view })}
              onClear={() => change(query === '' ? { folderId: undefined, subsetId: undefined } : { query: '' })}
              onItems={() => change({ view: 'grid' })}
              onAllItems={() => change({ folderId: undefined, subsetId: undefined })}
              onData={() => void navigate(`/t/${project.team_id}/p/${project.id}/data`)}
            />
          </div>
          {other === undefined ? undefined : (
            <OtherQuery
              projectId={project.id}
              address={beside}
              active={inSecond}
              pathOf={pathOf}
              onMenu={(item, at) => setMenu({ item, at })}
              onRun={text => change({ other: text })}
              onAgain={again}
              onClose={() => change({ other: undefined })}
              onEnter={() => setSide('second')}
            />
          )}
        </div>
      )}
      {failed || layered || view === 'instance' || inSecond || list.count === undefined ? undefined : (
        <ActionBar projectId={project.id} found={found} count={list.count} searched={address} pathOf={pathOf} />
      )}
      <FoundMenu
        projectId={project.id}
        open={menu}
        searched={inSecond ? beside : address}
        pathOf={pathOf}
        onClose={() => {
          setMenu(undefined);
          section.current?.querySelector<HTMLElement>('[data-item-list]')?.focus();
        }}
      />
      <SelectionDialogs project={project} />
      <AddToSubset projectId={project.id} />
      <AnnotateSimilarDialog projectId={project.id} onSuggested={id => change({ suggestions: id })} />
      <SuggestionsDrawer
        projectId={project.id}
        opened={layersShown}
        onClose={() => showLayers(false)}
        onOpen={id => {
          showLayers(false);
          change({ suggestions: id });
        }}
      />
      <SaveDialog projectId={project.id} saving={saving} onClose={() => setSaving(undefined)} />
      <SavedQueries
        projectId={project.id}
        opened={listing}
        onClose={() => setListing(false)}
        onRun={run}
        current={failed ? '' : query}
      />
      <BookmarksDrawer
        projectId={project.id}
        opened={bookmarksShown}
        onClose={() => showBookmarks(false)}
        pathOf={pathOf}
        onRun={run}
      />
      <SnapshotsDrawer
        projectId={project.id}
        address={address}
        count={failed ? undefined : list.count}
        opened={versionsShown}
        onClose={() => showVersions(false)}
      />
      <SubsetsDrawer
        projectId={project.id}
        opened={subsetsShown}
        onClose={() => showSubsets(false)}
        current={subsetId}
        onOpen={next => change({ folderId: undefined, subsetId: next })}
        onRun={text => change({ query: text, folderId: undefined, subsetId: undefined })}
      />
      {dialogs.map(panel => (
        <Panel
          key={`${panel.plugin}.${panel.name}`}
          panel={panel}
          context={{ projectId: project.id }}
          fallback={undefined}
        />
      ))}
    </section>
  );
}
