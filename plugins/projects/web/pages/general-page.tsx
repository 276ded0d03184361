import { Button, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, errorText, longDate, PageBody, toast } from '#core/ui/web/index.ts';
import type { ProjectWithRights, StoredSetting } from '../../common/project.ts';
import type { SettingValue } from '../../common/project-settings.ts';
import { projectTypeOf } from '../../common/project-type.ts';
import { workflowChoices } from '../../common/workflow-choices.ts';
import { useLeaveQuestion, useProject } from '../kit/index.ts';
import { ProjectsClient } from '../projects-client.ts';
import classes from '../projects.module.css';
import { settingGroups } from '../setting-fields.ts';
import { SettingInput } from '../setting-input.tsx';
import { useNameCheck } from '../use-name-check.ts';

/** What the project is and how it behaves. Everybody may read it. */
export default function GeneralPage(): JSX.Element {
  const project = useProject();
  const client = useService(ProjectsClient);
  const settings = useQuery({ queryKey: ['projects', 'settings', project.id], queryFn: () => client.projects.getSettings({ params: { project_id: project.id } }) });
  if (settings.error !== null) return <ErrorPanel error={settings.error} onRetry={() => void settings.refetch()} />;
  if (settings.data === undefined) return <PageBody><Stack gap="md" maw={560} mt="md">{[0, 1, 2, 3].map(each => <Skeleton key={each} h={44} />)}</Stack></PageBody>;
  return <GeneralForm key={project.id} project={project} settings={settings.data} />;
}

function GeneralForm({ project, settings }: { readonly project: ProjectWithRights; readonly settings: readonly StoredSetting[] }): JSX.Element {
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const edits = useCan('UpdateProject');
  const [name, setName] = useState(project.name);
  const [description, setDescription] = useState(project.description ?? '');
  const [changed, setChanged] = useState<ReadonlyMap<string, SettingValue>>(new Map());
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { problem, ready } = useNameCheck(name, project.id);
  const stored = new Map(settings.map(each => [each.attribute, each.value]));

  const facts = name.trim() !== project.name || description !== (project.description ?? '');
  const chosen = [...changed].filter(([attribute, value]) => stored.get(attribute) !== value);
  const dirty = facts || chosen.length > 0;
  useLeaveQuestion(dirty);

  const discard = (): void => {
    setName(project.name);
    setDescription(project.description ?? '');
    setChanged(new Map());
    setFailure(undefined);
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const params = { project_id: project.id };
    try {
      if (facts) await client.projects.updateProject({ params, body: { name: name.trim(), description } });
      if (chosen.length > 0) await client.projects.updateSettings({ params, body: { settings: chosen.map(([attribute, value]) => ({ attribute, value })) } });
      await queries.invalidateQueries({ queryKey: ['projects'] });
      setChanged(new Map());
      toast('All set! Saved.', { tone: 'success' });
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };

  return (
    <PageBody>
      <form className={classes['form']} style={{ paddingTop: 12 }} onSubmit={event => void save(event)}>
        <TextInput label="Name" required disabled={!edits} value={name} error={name.trim() === project.name ? undefined : problem} onChange={event => setName(event.currentTarget.value)} />
        <Textarea label="Description" autosize minRows={2} maxRows={8} maxLength={5000} disabled={!edits} value={description} onChange={event => setDescription(event.currentTarget.value)} />
        <dl className={classes['facts']}>
          <Fact title="Type" text={projectTypeOf(project.type)?.title ?? ''} />
          <Fact title="Workflow" text={workflowChoices.find(each => each.id === project.workflow_id)?.title ?? `Workflow ${project.workflow_id}`} />
          <Fact title="Created" text={`${longDate(project.createdAt)} by ${project.creator_id}`} />
          <Fact title="Project id" text={String(project.id)} />
        </dl>
        {settingGroups.map(group => {
          const fields = group.fields.filter(each => (each.types?.includes(project.type) ?? true) && stored.has(each.attribute));
          if (fields.length === 0) return undefined;
          return (
            <section key={group.title}>
              <h2 className={classes['section']}>{group.title}</h2>
              <Stack gap="sm">
                {fields.map(field => <SettingInput key={field.attribute} field={field} disabled={!edits} value={changed.get(field.attribute) ?? stored.get(field.attribute) ?? null} onChange={value => setChanged(new Map([...changed, [field.attribute, value]]))} />)}
              </Stack>
            </section>
          );
        })}
        {edits ? (
          <div className={classes['savebar']}>
            {failure === undefined ? undefined : <Text c="var(--loupe-danger)" role="alert" style={{ flex: 1 }}>{failure}</Text>}
            <Button variant="default" disabled={!dirty || busy} onClick={discard}>Discard</Button>
            <Button type="submit" loading={busy} disabled={!dirty || (name.trim() !== project.name && !ready)}>Save</Button>
          </div>
        ) : undefined}
      </form>
    </PageBody>
  );
}

function Fact({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return <><dt>{title}</dt><dd>{text}</dd></>;
}
