import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Panel, usePanels, useService } from '#core/kernel/web/index.ts';
import {
  ErrorPanel,
  Icon,
  LoadingSkeleton,
  PageBody,
  PageHeader,
  useLatestParams,
  usePageName,
} from '#core/ui/web/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { StatusMark } from '#plugins/workspace/items/web/kit/index.ts';
import { ProjectType, ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { CommentsPanel } from '../comments-panel.tsx';
import { DifferenceDrawing } from '../difference-drawing.tsx';
import { FactsPanel } from '../facts-panel.tsx';
import { HistoryPanel } from '../history-panel.tsx';
import classes from '../item-page.module.css';
import { ItemPageClient } from '../item-page-client.ts';
import { messages } from '../messages.ts';
import { PicturePreview } from '../picture-preview.tsx';
import type { ComparedRevisions } from '../use-compared.ts';
import { useCompared } from '../use-compared.ts';
import { VersionsPanel } from '../versions-panel.tsx';

const TABS = ['facts', 'history', 'comments', 'versions'];

/** An item without its editor. Plugins add tabs at `item.details`. */
export default function DetailsPage(): JSX.Element {
  const project = useProject();
  const client = useService(ItemPageClient);
  const types = useService(ProjectTypes);
  const itemId = Number(useParams()['itemId']);
  const [params, change] = useLatestParams();
  const panels = usePanels('item.details').map(panel => ({ panel, id: `${panel.plugin}.${panel.name}` }));
  const tab = [...TABS, ...panels.map(each => each.id)].find(each => each === params.get('tab')) ?? 'facts';
  const place = { project_id: project.id, item_id: itemId };
  const [chosen, setChosen] = useState<ComparedRevisions>();
  const [current, setCurrent] = useState<string>();
  const [show, setShow] = useState<'both' | 'before' | 'after'>('both');

  const item = useQuery({
    queryKey: ['item-details', 'item', project.id, itemId],
    queryFn: () => client.items.getProjectItem({ params: place }),
  });
  usePageName(item.data?.name);
  const asset = useQuery({
    queryKey: ['item-page-asset', project.id, itemId],
    staleTime: 600_000,
    queryFn: () => client.items.getAsset({ params: place }),
  });
  const versions = useQuery({
    queryKey: ['item-details', 'versions', project.id, itemId],
    queryFn: async () => (await client.editor.listVersions({ params: place })).data,
  });
  const comments = useQuery({
    queryKey: ['item-details', 'comments', project.id, itemId],
    enabled: tab === 'comments',
    queryFn: async () => readDocument((await client.editor.getAnnotation({ params: place })).document).comments,
  });
  const all = versions.data ?? [];
  const compared = chosen ?? { from: all[1]?.revision ?? all[0]?.revision ?? 0, to: all[0]?.revision ?? 0 };
  const { width = null, height = null } = asset.data ?? {};
  const size = width === null || height === null ? undefined : { width, height };
  const differences = useCompared(
    { projectId: project.id, itemId, painted: project.type === ProjectType.Pixel, size },
    compared,
    tab === 'versions' && asset.data !== undefined,
  );

  const problem = item.error ?? asset.error;
  if (problem !== null)
    return (
      <ErrorPanel
        error={problem}
        onRetry={() => {
          void item.refetch();
          void asset.refetch();
        }}
      />
    );
  if (item.data === undefined || asset.data === undefined)
    return (
      <PageBody>
        <LoadingSkeleton h={360} label={messages.detailsPage.loadingItem} />
      </PageBody>
    );
  const base = `/t/${project.team_id}/p/${project.id}`;
  return (
    <>
      <PageHeader title={item.data.name}>
        <StatusMark projectId={project.id} value={item.data.annotation_status} />
        <Button variant="default" component={Link} to={`${base}/data/f/${item.data.folder_id}`}>
          {messages.shared.folder}
        </Button>
        {types.of(project.type) !== undefined ? (
          <Button component={Link} to={`${base}/item/${itemId}`} leftSection={<Icon name="edit" size={14} />}>
            {messages.detailsPage.openInEditor}
          </Button>
        ) : undefined}
      </PageHeader>
      <PageBody>
        <div className={classes['page']}>
          <PicturePreview item={item.data} asset={asset.data}>
            {tab === 'versions' && size !== undefined && differences.data !== undefined ? (
              <DifferenceDrawing {...size} differences={differences.data} current={current} show={show} />
            ) : undefined}
          </PicturePreview>
          <Tabs
            value={tab}
            keepMounted={false}
            onChange={next => change(() => new URLSearchParams(next === null || next === 'facts' ? {} : { tab: next }))}
          >
            <Tabs.List aria-label={messages.detailsPage.aboutTheItem}>
              <Tabs.Tab value="facts">{messages.detailsPage.facts}</Tabs.Tab>
              <Tabs.Tab value="history">{messages.shared.history}</Tabs.Tab>
              <Tabs.Tab value="comments">{messages.shared.comments}</Tabs.Tab>
              <Tabs.Tab value="versions">{messages.detailsPage.versions}</Tabs.Tab>
              {panels.map(({ panel, id }) => (
                <Tabs.Tab key={id} value={id}>
                  {panel.declaration.title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="facts" pt="md">
              <FactsPanel item={item.data} asset={asset.data} />
            </Tabs.Panel>
            <Tabs.Panel value="history" pt="md">
              <HistoryPanel projectId={project.id} itemId={itemId} versions={all} />
            </Tabs.Panel>
            <Tabs.Panel value="comments" pt="md">
              {comments.error === null ? (
                comments.data === undefined ? (
                  <LoadingSkeleton h={80} label={messages.detailsPage.loadingComments} />
                ) : (
                  <CommentsPanel comments={comments.data} />
                )
              ) : (
                <ErrorPanel error={comments.error} onRetry={() => void comments.refetch()} />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="versions" pt="md">
              {versions.error === null ? (
                versions.data === undefined ? (
                  <LoadingSkeleton h={80} label={messages.detailsPage.loadingVersions} />
                ) : (
                  <VersionsPanel
                    projectId={project.id}
                    itemId={itemId}
                    versions={all}
                    compared={compared}
                    onCompare={next => {
                      setChosen(next);
                      setCurrent(undefined);
                    }}
                    differences={differences}
                    current={current}
                    onCurrent={setCurrent}
                    show={show}
                    onShow={setShow}
                  />
                )
              ) : (
                <ErrorPanel error={versions.error} onRetry={() => void versions.refetch()} />
              )}
            </Tabs.Panel>
            {panels.map(({ panel, id }) => (
              <Tabs.Panel key={id} value={id} pt="md">
                <Panel panel={panel} context={{ item: item.data }} />
              </Tabs.Panel>
            ))}
          </Tabs>
        </div>
      </PageBody>
    </>
  );
}
