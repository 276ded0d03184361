import { NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, ErrorPanel, Modal } from '#core/ui/web/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { useClasses } from '#plugins/workspace/classes/web/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { MOST_PICTURES, MOST_SUGGESTED } from '../../common/suggestion-api.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import { MeasurePanel } from '../quality/measure-panel.tsx';
import { ModelPanel } from '../similar/model-panel.tsx';
import { useSimilarity } from '../similar/use-similarity.ts';
import type { Example } from './similar-example.ts';
import { SimilarExample } from './similar-example.ts';
import { suggestionsKey } from './use-suggestions.ts';

/** Number of objects or pictures that are looked for at first. */
const FIRST_LIMIT = 200;
/** Number of pictures in which new boxes are looked for at first. */
const FIRST_PICTURES = 50;

interface AnnotateSimilarDialogProps {
  readonly projectId: number;
  /** Shows the suggestions that were made. */
  readonly onSuggested: (setId: number) => void;
}

/** Asks for the class that is suggested for what looks like an example, and for how many. */
export function AnnotateSimilarDialog({ projectId, onSuggested }: AnnotateSimilarDialogProps): JSX.Element {
  const store = useService(SimilarExample);
  const example = useSnapshot(store.state).example as Example | undefined;
  return (
    <Modal
      opened={example !== undefined}
      onClose={() => store.close()}
      title={messages.annotateSimilar.annotateSimilar}
      size="sm"
    >
      {example === undefined ? undefined : (
        <Body projectId={projectId} example={example} onCancel={() => store.close()} onSuggested={onSuggested} />
      )}
    </Modal>
  );
}

interface BodyProps extends AnnotateSimilarDialogProps {
  readonly example: Example;
  readonly onCancel: () => void;
}

function Body(props: BodyProps): JSX.Element {
  const { projectId, example } = props;
  const { status } = useSimilarity(projectId);
  if (status.error !== null) return <ErrorPanel error={status.error} onRetry={() => void status.refetch()} />;
  const model = status.data?.embeddings.state;
  const again = (): void => void status.refetch();
  if (model === undefined) return <Text size="sm">{messages.shared.searching}</Text>;
  const comparable = model === 'ready' || model === 'updating';
  // Objects need a model; pictures are compared by colours and edges where none is installed.
  if (!comparable && (example.position !== undefined || model !== 'unavailable'))
    return <ModelPanel projectId={projectId} onReady={again} />;
  if (!comparable && status.data?.state !== 'ready') return <MeasurePanel projectId={projectId} onReady={again} />;
  return <Form {...props} />;
}

function Form({ projectId, example: { itemId, position, classId }, onCancel, onSuggested }: BodyProps): JSX.Element {
  const { suggestions } = useService(ExploreClient);
  const queries = useQueryClient();
  const type = position === undefined ? ClassType.Tag : ClassType.Object;
  const owners = (useClasses(projectId).data ?? []).filter(each => each.type === type);
  const first = owners.find(each => each.id === classId) ?? (owners.length === 1 ? owners[0] : undefined);
  const [chosen, setChosen] = useState<string | null>(null);
  const [limit, setLimit] = useState(FIRST_LIMIT);
  const [looksFor, setLooksFor] = useState<'class' | 'boxes'>('class');
  const [pictures, setPictures] = useState(FIRST_PICTURES);
  const { type: projectType } = useProject();
  const offersBoxes = position !== undefined && projectType === ProjectType.Vector;
  const amount = looksFor === 'boxes' ? pictures : limit;
  const value = chosen ?? (first === undefined ? null : String(first.id));
  if (owners.length === 0)
    return (
      <Text size="sm">
        {position === undefined ? messages.annotateSimilar.noTagClasses : messages.annotateSimilar.noObjectClasses}
      </Text>
    );
  return (
    <DialogForm
      action={messages.annotateSimilar.suggest}
      ready={value !== null && amount > 0}
      onCancel={onCancel}
      onSubmit={async () => {
        const set = await suggestions.createSuggestions({
          query: { project_id: projectId },
          body: {
            item_id: itemId,
            class_id: Number(value),
            ...(position === undefined ? {} : { position }),
            ...(looksFor === 'boxes' ? { pictures } : { limit }),
          },
        });
        await queries.invalidateQueries({ queryKey: suggestionsKey(projectId) });
        onCancel();
        onSuggested(set.id);
      }}
    >
      <Stack gap="sm">
        {position === undefined ? (
          <Text size="sm">{messages.annotateSimilar.aboutPictures}</Text>
        ) : offersBoxes ? (
          <Radio.Group
            label={messages.annotateSimilar.suggestWhat}
            value={looksFor}
            onChange={next => setLooksFor(next === 'boxes' ? 'boxes' : 'class')}
          >
            <Stack gap="xs" mt="xs">
              <Radio
                value="class"
                label={messages.annotateSimilar.classOfObjects}
                description={messages.annotateSimilar.aboutObjects}
              />
              <Radio
                value="boxes"
                label={messages.annotateSimilar.newBoxes}
                description={messages.annotateSimilar.aboutBoxes}
              />
            </Stack>
          </Radio.Group>
        ) : (
          <Text size="sm">{messages.annotateSimilar.aboutObjects}</Text>
        )}
        <Select
          label={messages.annotateSimilar.suggestedClass}
          searchable
          allowDeselect={false}
          data={owners.map(each => ({ value: String(each.id), label: each.name }))}
          value={value}
          onChange={setChosen}
          data-autofocus
        />
        {looksFor === 'boxes' ? (
          <NumberInput
            label={messages.annotateSimilar.pictures}
            description={messages.annotateSimilar.aboutSearchedPictures}
            min={1}
            max={MOST_PICTURES}
            allowDecimal={false}
            value={pictures}
            onChange={next => setPictures(Math.min(MOST_PICTURES, Math.floor(Number(next))))}
          />
        ) : (
          <NumberInput
            label={messages.annotateSimilar.atMost}
            min={1}
            max={MOST_SUGGESTED}
            allowDecimal={false}
            value={limit}
            onChange={next => setLimit(Math.min(MOST_SUGGESTED, Math.floor(Number(next))))}
          />
        )}
      </Stack>
    </DialogForm>
  );
}
