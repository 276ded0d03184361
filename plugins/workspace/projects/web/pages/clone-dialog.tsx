import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal, toast } from '#core/ui/web/index.ts';
import type { ClonePart } from '../../common/api.ts';
import { cloneParts } from '../../common/api.ts';
import type { Project } from '../../common/project.ts';
import { PROJECT_NAME_LENGTH } from '../../common/project-name.ts';
import { ProjectsClient } from '../projects-client.ts';
import { useNameCheck } from '../use-name-check.ts';
import { ProjectType } from '../../common/project-type.ts';
import { messages } from '../messages.ts';

interface Part {
  readonly title: string;
  readonly text: string;
}

const textsOf = (type: number): Partial<Record<ClonePart, Part>> => ({
  settings: { title: messages.cloneDialog.settings, text: messages.cloneDialog.howItemsAreShown },
  classes:
    type === ProjectType.Multimodal
      ? { title: messages.cloneDialog.form, text: messages.cloneDialog.itsQuestions }
      : { title: messages.cloneDialog.classes, text: messages.cloneDialog.withTheirAttributes },
  ...(type === ProjectType.Vector
    ? { steps: { title: messages.shared.steps, text: messages.cloneDialog.orThePointsOfTheSkeleton } }
    : {}),
  instructions: { title: messages.shared.instructions, text: messages.cloneDialog.theText },
  members: { title: messages.shared.people, text: messages.cloneDialog.peopleAddedOneByOne },
});

/** Makes a project like another one; what is taken over is chosen. */
export function CloneDialog({
  project,
  onClose,
}: {
  readonly project: Project | undefined;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Modal opened={project !== undefined} onClose={onClose} title={messages.cloneDialog.cloneProject} size="md">
      {project === undefined ? undefined : <CloneForm key={project.id} project={project} onClose={onClose} />}
    </Modal>
  );
}

function CloneForm({ project, onClose }: { readonly project: Project; readonly onClose: () => void }): JSX.Element {
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(() => messages.cloneDialog.copyOfName(project.name).slice(0, PROJECT_NAME_LENGTH));
  const [chosen, setChosen] = useState<readonly ClonePart[]>(['settings', 'classes', 'steps', 'instructions']);
  const { problem, ready } = useNameCheck(name);
  const texts = textsOf(project.type);
  const offered = cloneParts.filter(each => texts[each] !== undefined);
  const include = offered.filter(each => chosen.includes(each) && (each !== 'steps' || chosen.includes('classes')));

  const submit = async (): Promise<void> => {
    const made = await client.projects.cloneProject({
      params: { project_id: project.id },
      body: { name: name.trim(), include },
    });
    await queries.invalidateQueries({ queryKey: ['projects', 'list'] });
    toast(messages.cloneDialog.madeName(made.name), {
      tone: 'success',
      action: { label: messages.shared.open, run: () => void navigate(`/t/${made.team_id}/p/${made.id}`) },
    });
    onClose();
  };

  return (
    <DialogForm action={messages.cloneDialog.cloneProject} ready={ready} onSubmit={submit} onCancel={onClose}>
      <TextInput
        label={messages.shared.name}
        data-autofocus
        maxLength={220}
        value={name}
        error={problem}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Checkbox.Group
        label={messages.cloneDialog.takeOver}
        value={[...include]}
        onChange={value => setChosen(value as ClonePart[])}
      >
        <Stack gap="xs" mt={4}>
          {offered.map(each => (
            <Checkbox
              key={each}
              value={each}
              label={texts[each]!.title}
              description={texts[each]!.text}
              disabled={each === 'steps' && !chosen.includes('classes')}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="sm" c="var(--loupe-muted)">
        {messages.cloneDialog.descriptionLinkToTheInstructions}
      </Text>
    </DialogForm>
  );
}
