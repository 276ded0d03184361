import { ActionIcon, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { queryString } from '#core/api/common/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { Panel, useCan, usePanels, useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { OpenMenu } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectionDialogs, SelectionStore } from '#plugins/workspace/items/web/kit/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { addressOrigin } from '../../common/address-origin.ts';
import { isQuestion } from '../../common/ask/is-question.ts';
import { writtenAddress } from '../../common/explore-address.ts';
import type { QueryProblem } from '../../common/query/expression.ts';
import { ActionBar } from '../actions/action-bar.tsx';
import { FoundMenu } from '../actions/found-menu.tsx';
import { ExploreViewStore } from '../explore-view-store.ts';
import classes from '../explore.module.css';
import { FacetPane } from '../facets/facet-pane.tsx';
import { messages } from '../messages.ts';
import { ExampleList } from '../query/example-list.tsx';
import { useObjectCount } from '../objects/use-found-objects.ts';
import { QueryBar } from '../query/query-bar.tsx';
import { QueryChips } from '../query/query-chips.tsx';
import { QuestionNote } from '../query/question-note.tsx';
import { ScopePicker } from '../query/scope-picker.tsx';
import { useQuestion } from '../query/use-question.ts';
import { ResultBar } from '../results/result-bar.tsx';
import { ResultBody } from '../results/result-body.tsx';
import type { FoundItem, FoundItems } from '../results/use-found-items.ts';
import { useFoundItems } from '../results/use-found-items.ts';
import type { Saving } from '../saved/save-dialog.tsx';
import { SaveDialog } from '../saved/save-dialog.tsx';
import { SavedQueries } from '../saved/saved-queries.tsx';
import { SubsetsDrawer } from '../subsets/subsets-drawer.tsx';
import { useExploreAddress } from '../use-explore-address.ts';

/** What is wrong with a query that was refused. */
const problemsOf = (error: unknown): readonly QueryProblem[] =>
  isFault(error) && error.code === 'QUERY_SYNTAX'
    ? ((error.details as { readonly problems?: readonly QueryProblem[] } | undefined)?.problems ?? [])
    : [];

/** Find items by a query, look at them, choose some and act on them. */
export default function ExplorePage(): JSX.Element {
  const project = useProject();
  const [address, change] = useExploreAddress();
  const { query, folderId, subsetId, view } = address;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const saves = useCan('ManageSavedQueries');
  const dialogs = usePanels('explore.dialogs');
  const search = writtenAddress({ ...address, view: 'grid' }).toString();
  const [counted, setCounted] = useState<string>();
  const found = useFoundItems(project.id, address, counted === search);
  const { list } = found;
  const objects = useObjectCount(project.id, address);
  const problems = problemsOf(list.error);
  const failed = list.error !== null;
  const [menu, setMenu] = useState<OpenMenu<FoundItem>>();
  const [saving, setSaving] = useState<Saving>();
  const [listing, setListing] = useState(false);
  const [subsetsShown, showSubsets] = useState(false);
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

  useShownList(project.id, found, failed || view === 'instance', name);
  return (
    <section ref={section} className={classes['page']} aria-label={messages.explorePage.explore}>
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
      </div>
      {asked === undefined ? undefined : <QuestionNote asked={asked} onRun={run} onClose={forget} />}
      {query === '' ? <ExampleList projectId={project.id} onRun={run} /> : undefined}
      {failed ? undefined : <QueryChips query={query} onRun={run} />}
      <div className={classes['body']}>
        {pane && !failed ? <FacetPane projectId={project.id} address={address} onRun={run} /> : undefined}
        <div className={classes['main']}>
          {failed ? undefined : (
            <ResultBar
              count={list.count}
              objects={view === 'instance' ? objects : undefined}
              exact={found.exact}
              onCountAll={() => setCounted(search)}
              view={view}
              onView={next => change({ view: next })}
              pane={pane}
              onPane={shown => views.showPane(shown)}
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
            onClear={() => change(query === '' ? { folderId: undefined, subsetId: undefined } : { query: '' })}
            onItems={() => change({ view: 'grid' })}
            onData={() => void navigate(`/t/${project.team_id}/p/${project.id}/data`)}
          />
        </div>
      </div>
      {failed || view === 'instance' || list.count === undefined ? undefined : (
        <ActionBar projectId={project.id} found={found} count={list.count} subsetId={subsetId} pathOf={pathOf} />
      )}
      <FoundMenu
        projectId={project.id}
        open={menu}
        pathOf={pathOf}
        onClose={() => {
          setMenu(undefined);
          section.current?.querySelector<HTMLElement>('[data-item-list]')?.focus();
        }}
      />
      <SelectionDialogs project={project} />
      <SaveDialog projectId={project.id} saving={saving} onClose={() => setSaving(undefined)} />
      <SavedQueries projectId={project.id} opened={listing} onClose={() => setListing(false)} onRun={run} />
      <SubsetsDrawer
        projectId={project.id}
        opened={subsetsShown}
        onClose={() => showSubsets(false)}
        current={subsetId}
        onOpen={next => change({ folderId: undefined, subsetId: next })}
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

/** Tells the selection what is on screen; another search starts without one. */
function useShownList(projectId: number, { list, allIds }: FoundItems, failed: boolean, name: string): void {
  const selection = useService(SelectionStore);
  useEffect(() => {
    selection.show(undefined, true);
    return () => selection.show(undefined, true);
  }, [selection, name, failed]);
  useEffect(() => {
    if (!failed)
      selection.show(
        {
          projectId,
          choice: { allIds },
          count: list.count ?? 0,
          idsBetween: list.idsBetween,
          idAt: index => list.at(index)?.id,
          previews: true,
        },
        false,
      );
  });
}
