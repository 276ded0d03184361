import { Button, Group, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useAddressOf, useCan, useService } from '#core/kernel/web/index.ts';
import {
  ErrorPanel,
  errorText,
  longDate,
  PageBody,
  SavedMark,
  toast,
  toastError,
  useLeaveQuestion,
} from '#core/ui/web/index.ts';
import { projectKeys } from '../../common/query-keys.ts';
import type { ProjectWithRights, StoredSetting } from '../../common/project.ts';
import type { SettingValue } from '../../common/project-settings.ts';
import { ProjectTypes } from '../../common/project-types.ts';
import { useProject } from '../kit/use-project.ts';
import { messages } from '../messages.ts';
import { ProjectsClient } from '../projects-client.ts';
import classes from '../projects.module.css';
import { settingGroups } from '../setting-fields.ts';
import { SettingInput } from '../setting-input.tsx';
import { useNameCheck } from '../use-name-check.ts';
import { useWorkflowChoices } from '../use-workflow-choices.ts';

const settingsKey = (projectId: number): readonly unknown[] => projectKeys.settings(projectId);

/** Edits the description and settings of the project. */
export default function GeneralPage(): JSX.Element {
  const project = useProject();
  const client = useService(ProjectsClient);
  const settings = useQuery({
    queryKey: settingsKey(project.id),
    queryFn: () => client.projects.getSettings({ params: { project_id: project.id } }),
  });
  if (settings.error !== null && settings.data === undefined)
    return <ErrorPanel error={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.data === undefined)
    return (
      <PageBody>
        <Stack gap="md" maw={560} mt="md">
          {[0, 1, 2, 3].map(each => (
            <Skeleton key={each} h={44} />
          ))}
        </Stack>
      </PageBody>
    );
  return (
    <PageBody>
      <div className={classes['form']} style={{ paddingTop: 12 }}>
        <Facts key={project.id} project={project} />
        <Settings project={project} settings={settings.data} />
      </div>
    </PageBody>
  );
}

/** Name and description, saved together. */
function Facts({ project }: { readonly project: ProjectWithRights }): JSX.Element {
  const addressOf = useAddressOf();
  const types = useService(ProjectTypes);
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const edits = useCan('UpdateProject');
  const workflows = useWorkflowChoices();
  // What the form began from; another value on the server means that somebody changed it meanwhile.
  const [begun, setBegun] = useState({ name: project.name, description: project.description ?? '' });
  const [name, setName] = useState(begun.name);
  const [description, setDescription] = useState(begun.description);
  const { problem, ready } = useNameCheck(name, project.id);
  const renamed = name.trim() !== begun.name;
  const dirty = renamed || description !== begun.description;
  useLeaveQuestion(dirty);
  // Not disabled: who may only read gets at the text with the keyboard, too.
  const reading = edits ? {} : { readOnly: true, variant: 'filled' };

  const restart = (from: typeof begun): void => {
    setBegun(from);
    setName(from.name);
    setDescription(from.description);
    saving.reset();
  };
  const saving = useMutation({
    mutationFn: async () => {
      const params = { project_id: project.id };
      const now = await client.projects.getProject({ params });
      if (now.name !== begun.name || (now.description ?? '') !== begun.description) {
        setBegun({ name: now.name, description: now.description ?? '' });
        throw new Error(messages.generalPage.somebodyChangedItMeanwhileToName(now.name));
      }
      return client.projects.updateProject({ params, body: { name: name.trim(), description } });
    },
    onSuccess: async saved => {
      setBegun({ name: saved.name, description: saved.description ?? '' });
      await queries.invalidateQueries({ queryKey: projectKeys.all });
      toast(messages.shared.saved, { tone: 'success' });
    },
  });

  return (
    <form
      className={classes['form']}
      onSubmit={event => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <TextInput
        label={messages.shared.name}
        required={edits}
        {...reading}
        value={name}
        error={renamed ? problem : undefined}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Textarea
        label={messages.shared.description}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        {...reading}
        value={description}
        onChange={event => setDescription(event.currentTarget.value)}
      />
      {edits && dirty ? (
        <div className={classes['savebar']}>
          {saving.error === null ? undefined : (
            <Text c="var(--loupe-danger)" role="alert" style={{ flex: 1 }}>
              {errorText(saving.error)}
            </Text>
          )}
          <Button variant="default" disabled={saving.isPending} onClick={() => restart(begun)}>
            {messages.shared.discard}
          </Button>
          <Button type="submit" loading={saving.isPending} disabled={renamed && !ready}>
            {messages.shared.save}
          </Button>
        </div>
      ) : undefined}
      <dl className={classes['facts']}>
        <Fact title={messages.shared.type} text={types.titleOf(project.type)} />
        <Fact
          title={messages.shared.workflow}
          text={workflows?.choices.find(each => each.id === project.workflow_id)?.title ?? ''}
        />
        <Fact
          title={messages.shared.created}
          text={messages.generalPage.longDateBy(longDate(project.createdAt), addressOf(project.creator_id))}
        />
        <Fact title={messages.generalPage.projectId} text={String(project.id)} />
      </dl>
    </form>
  );
}

/** The settings of the project's type, each saved as it is chosen. */
function Settings({
  project,
  settings,
}: {
  readonly project: ProjectWithRights;
  readonly settings: readonly StoredSetting[];
}): JSX.Element {
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const edits = useCan('UpdateProjectSettings');
  const stored = new Map(settings.map(each => [each.attribute, each.value]));
  const params = { project_id: project.id };
  // The field that was saved last.
  const [saved, setSaved] = useState<string>();

  const choose = async (attribute: string, value: SettingValue): Promise<void> => {
    const show = (list: readonly StoredSetting[]): void => void queries.setQueryData(settingsKey(project.id), list);
    setSaved(undefined);
    try {
      const now = await client.projects.getSettings({ params });
      if (now.find(each => each.attribute === attribute)?.value !== stored.get(attribute)) {
        show(now);
        toast(messages.generalPage.somebodyChangedThisMeanwhile, { tone: 'error' });
        return;
      }
      show(settings.map(each => (each.attribute === attribute ? { ...each, value } : each)));
      show(await client.projects.updateSettings({ params, body: { settings: [{ attribute, value }] } }));
      setSaved(attribute);
    } catch (error) {
      toastError(error);
      await queries.invalidateQueries({ queryKey: settingsKey(project.id) });
    }
  };
  return (
    <>
      {settingGroups.map(group => {
        const fields = group.fields.filter(
          each => (each.types?.includes(project.type) ?? true) && stored.has(each.attribute),
        );
        if (fields.length === 0) return undefined;
        return (
          <section key={group.title} aria-label={group.title}>
            <h2 className={classes['section']}>{group.title}</h2>
            <div className={classes['settings']}>
              {fields.map(field => (
                <Group key={field.attribute} gap="sm" align="flex-end">
                  <SettingInput
                    field={field}
                    disabled={!edits}
                    value={stored.get(field.attribute) ?? null}
                    onChange={value => void choose(field.attribute, value)}
                  />
                  <SavedMark shown={saved === field.attribute} />
                </Group>
              ))}
            </div>
          </section>
        );
      })}
    </>
  );
}

function Fact({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </>
  );
}
