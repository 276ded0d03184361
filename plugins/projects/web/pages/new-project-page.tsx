import { Alert, Button, Group, Radio, Select, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, JSX } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { errorText, PageBody, PageHeader } from '#core/ui/web/index.ts';
import { linkProblem } from '../link-problem.ts';
import { ProjectsClient } from '../projects-client.ts';
import classes from '../projects.module.css';
import { TypeCards } from '../type-cards.tsx';
import { useNameCheck } from '../use-name-check.ts';
import { useWorkflowChoices } from '../use-workflow-choices.ts';

/** More workflows than this are chosen from a list. */
const MOST_SIDE_BY_SIDE = 4;

/** Makes a project: its type, its name, and what one may want to say at once. */
export default function NewProjectPage(): JSX.Element {
  const team = useTeam();
  const client = useService(ProjectsClient);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [type, setType] = useState(() => Number(params.get('type')) || 1);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [link, setLink] = useState('');
  const workflows = useWorkflowChoices();
  const [chosen, setChosen] = useState<number>();
  const workflow = chosen ?? workflows?.standard;
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { problem, ready } = useNameCheck(name);
  const wrongLink = linkProblem(link);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready || wrongLink !== undefined || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const made = await client.projects.createProject({
        body: { name: name.trim(), type, ...(workflow === undefined ? {} : { workflow_id: workflow }), ...(description.trim() === '' ? {} : { description: description.trim() }), ...(link.trim() === '' ? {} : { instructions_link: link.trim() }) },
      });
      await queries.invalidateQueries({ queryKey: ['projects', 'list'] });
      void navigate(`/t/${team.id}/p/${made.id}`);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };

  return (
    <>
      <PageHeader title="New project" />
      <PageBody>
        <form className={classes['create']} onSubmit={event => void submit(event)}>
          <section>
            <h2 className={classes['section']}>Type</h2>
            <TypeCards value={type} onChange={setType} />
          </section>
          <section className={classes['form']}>
            <TextInput label="Name" required autoFocus maxLength={220} value={name} error={problem} onChange={event => setName(event.currentTarget.value)} />
            <Textarea label="Description" autosize minRows={2} maxRows={8} maxLength={5000} value={description} onChange={event => setDescription(event.currentTarget.value)} />
            <TextInput label="Instructions" description="Address of a page that tells people how to annotate" placeholder="https://" value={link} error={wrongLink} onChange={event => setLink(event.currentTarget.value)} />
            {workflows === undefined ? <Skeleton h={64} /> : workflows.choices.length <= MOST_SIDE_BY_SIDE ? (
              <Radio.Group label="Workflow" value={String(workflow)} onChange={value => setChosen(Number(value))}>
                <Stack gap="xs" mt={4}>{workflows.choices.map(each => <Radio key={each.id} value={String(each.id)} label={each.title} description={each.text} />)}</Stack>
              </Radio.Group>
            ) : (
              <Select
                label="Workflow" searchable allowDeselect={false} description={workflows.choices.find(each => each.id === workflow)?.text} nothingFoundMessage="No such workflow"
                data={workflows.choices.map(each => ({ value: String(each.id), label: each.title }))} value={String(workflow)} onChange={value => { if (value !== null) setChosen(Number(value)); }}
              />
            )}
            {failure === undefined ? undefined : <Alert color="red" p="xs" role="alert">{failure}</Alert>}
            <Group gap="xs">
              <Button type="submit" loading={busy} disabled={!ready || wrongLink !== undefined}>Create project</Button>
              <Button variant="default" component={Link} to={`/t/${team.id}/projects`}>Cancel</Button>
              {ready || name !== '' ? undefined : <Text size="sm" c="var(--loupe-muted)">A name is all it needs.</Text>}
            </Group>
          </section>
        </form>
      </PageBody>
    </>
  );
}
