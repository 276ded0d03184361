import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import type { AppPlace } from '#sdk/app/app-manifest.ts';
import { actionPlaces } from '../../common/mounts.ts';
import type { Samples } from '../../common/samples.ts';
import { sampleItem, sampleProject } from '../../common/samples.ts';
import { AppsClient, appsKey } from '../apps-client.ts';
import { messages } from '../messages.ts';
import type { AppBuild } from './use-app-build.ts';

/** Sample data of the app, and another number whenever it changed. */
export interface PreviewSamples {
  readonly samples: Samples;
  readonly turn: number;
}

const OF_TEAM: ReadonlySet<AppPlace> = new Set(['team.page', 'dashboard.tile']);
const OF_ITEM: ReadonlySet<AppPlace> = new Set(['item.panel', 'editor.panel', 'item.editor', ...actionPlaces]);

/** The place, project, item and data that a preview shows its app with. */
export type Previewed = ReturnType<typeof usePreviewed>;

/** Chooses the place, project, item and data of a preview. `given` is sample data; `onSamples` begins it. */
export function usePreviewed(built: AppBuild['built'], given: PreviewSamples | undefined, onSamples: () => void) {
  const { projects, items } = useService(AppsClient);
  const team = useTeam();
  const places = [...new Set((built?.manifest.mounts ?? []).map(each => each.place))];
  const [chosenPlace, setPlace] = useState<string | null>(null);
  const [projectId, setProject] = useState<string | null>(null);
  const [itemId, setItem] = useState<string | null>(null);
  const [data, setData] = useState('team');
  const samples = data === 'samples' ? given : undefined;
  const chooseData = (next: string): void => {
    setData(next);
    if (next === 'samples' && given === undefined) onSamples();
  };
  const place = places.find(each => each === chosenPlace) ?? places[0] ?? 'team.page';
  const inProject = !OF_TEAM.has(place);
  const inItem = OF_ITEM.has(place);
  const ofSamples = {
    project: samples === undefined ? undefined : sampleProject(samples.samples),
    item: samples === undefined ? undefined : sampleItem(samples.samples),
  };
  const allProjects = useQuery({
    queryKey: [...appsKey(team.id), 'projects'],
    enabled: inProject && ofSamples.project === undefined,
    queryFn: async () => (await projects.listProjects({ query: { limit: 200 } })).data,
  });
  const realProject = allProjects.data?.find(each => String(each.id) === projectId) ?? allProjects.data?.[0];
  const someItems = useQuery({
    queryKey: [...appsKey(team.id), 'items', realProject?.id],
    enabled: inItem && ofSamples.item === undefined && realProject !== undefined,
    queryFn: async () =>
      (await items.listItems({ params: { project_id: realProject!.id }, query: { limit: 100 } })).data,
  });
  const project = ofSamples.project ?? realProject;
  const item = ofSamples.item ?? someItems.data?.find(each => String(each.id) === itemId) ?? someItems.data?.[0];
  const lacking =
    inProject && project === undefined
      ? allProjects.isPending
        ? messages.usePreviewed.readingTheProjects
        : messages.usePreviewed.thereIsNoProject
      : inItem && item === undefined
        ? someItems.isPending
          ? messages.usePreviewed.readingTheItems
          : messages.usePreviewed.projectHasNoItem
        : undefined;
  const placed = {
    place,
    ...(inProject && project !== undefined
      ? { project: { id: project.id, name: project.name, type: project.type } }
      : {}),
    ...(inItem && item !== undefined ? { item: { id: item.id, name: item.name }, chosen: [item.id] } : {}),
  };
  return {
    places,
    place,
    setPlace,
    projects: project === realProject ? allProjects.data : undefined,
    project: inProject ? project : undefined,
    setProject,
    items: item === ofSamples.item ? undefined : someItems.data,
    item: inItem ? item : undefined,
    setItem,
    samples,
    ofSamples,
    chooseData,
    lacking,
    placed,
  };
}
