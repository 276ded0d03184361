import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isFault } from '#core/base/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { confirm, toast, toastError, useOnceAtATime } from '#core/ui/web/index.ts';
import type { StoredPipeline } from '../../common/api.ts';
import { AutomationsClient } from '../automations-client.ts';
import { messages } from '../messages.ts';
import type { PipelineDraft } from './use-pipeline-draft.ts';

/** Saves a draft as a new version. Somebody else's newer version is overwritten only after a question. */
export function useSavePipeline(
  draft: PipelineDraft,
  onCreated: (id: number) => void,
): { readonly busy: boolean; readonly save: () => void } {
  const { api } = useService(AutomationsClient);
  const queries = useQueryClient();
  const { saved, present } = draft;

  const write = async (version: number | undefined): Promise<StoredPipeline> => {
    const body = { name: present.name.trim(), description: present.description, graph: present.graph };
    return saved.id === undefined || version === undefined
      ? api.createPipeline({ body })
      : api.savePipeline({ params: { pipeline_id: saved.id }, body: { ...body, version } });
  };
  const attempt = async (version: number | undefined): Promise<void> => {
    try {
      const written = await write(version);
      if (written.name !== present.name) draft.edit({ name: written.name }, 'name');
      draft.rebase({ ...present, name: written.name, id: written.id, version: written.version });
      await queries.invalidateQueries({ queryKey: ['automations'] });
      toast(
        saved.id === undefined
          ? messages.useSavePipeline.nameIsCreatedAndEnabled(written.name)
          : messages.useSavePipeline.savedVersion(written.version),
        { tone: 'success' },
      );
      if (saved.id === undefined) onCreated(written.id);
    } catch (error) {
      const newer = isFault(error) && error.code === 'CONFLICT' ? versionOf(error.details) : undefined;
      if (newer === undefined) throw error;
      const overwrites = await confirm({
        title: messages.useSavePipeline.changedBySomebodyElse,
        text: messages.useSavePipeline.versionNewerWasSavedSince(newer),
        action: messages.useSavePipeline.saveMine,
        danger: true,
      });
      if (overwrites) await attempt(newer);
    }
  };
  const saving = useMutation({ mutationFn: () => attempt(saved.version), onError: toastError });
  return { busy: saving.isPending, save: useOnceAtATime(saving) };
}

const versionOf = (details: unknown): number | undefined =>
  (details as { readonly version?: number } | undefined)?.version;
