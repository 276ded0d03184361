import type { Client } from '#core/api/web/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { EditorHooks, EditorType } from '#plugins/annotate/editor/web/kit/index.ts';
import { placeableSkeletons } from '#plugins/annotate/editor-vector/common/index.ts';
import type { SkeletonTemplates } from '#plugins/annotate/skeletons/web/kit/index.ts';
import type { videoApi } from '../common/api.ts';
import { fromSteps } from '../common/media/probe-media.ts';
import type { MediaFacts } from '../common/media/probe-media.ts';
import { VideoEditor } from './video-editor.ts';

/** The editor for video projects. */
export function videoEditorType(
  hooks: EditorHooks,
  api: Client<typeof videoApi>,
  { keys, templates }: { readonly keys: KeyMap; readonly templates: SkeletonTemplates | undefined },
): EditorType {
  return {
    projectType: 'video',
    open: (session, element) =>
      new VideoEditor(session, element, {
        keys,
        skeletons: async () => placeableSkeletons((await templates?.list()) ?? []),
        assistants: hooks.assisting.call([], session),
        media: async () =>
          factsOf(
            (await api.getMedia({ params: { project_id: projectOf(session.particulars), item_id: session.item.id } }))
              .media ?? undefined,
          ),
      }),
  };
}

/** The server tells the project beside the document. */
const projectOf = (particulars: Readonly<Record<string, unknown>>): number => Number(particulars['projectId']);

type Known = Awaited<ReturnType<Client<typeof videoApi>['getMedia']>>['media'];

function factsOf(known: Known | undefined): MediaFacts | undefined {
  if (known === undefined || known === null) return undefined;
  const { codec, steps, has_audio: hasAudio, ...facts } = known;
  return { ...facts, codec: codec ?? undefined, starts: fromSteps(steps), hasAudio };
}
